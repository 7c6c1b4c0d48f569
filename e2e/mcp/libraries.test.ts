import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { openInspector } from '#e2e/mcp/inspector.ts'
import { ENDPOINT, type Library } from '#e2e/mcp/library.ts'
import { openMastra } from '#e2e/mcp/mastra.ts'
import { guideArguments, openMcpRemote } from '#e2e/mcp/mcp-remote.ts'
import { allow, allowRefunds } from '#e2e/mcp/person.ts'
import { aiSdk, langChain, official, older, withProvider } from '#e2e/mcp/with-provider.ts'
import { test } from '#e2e/test.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

const LIBRARIES: Record<string, (page: Page) => Promise<Library>> = {
  '@ai-sdk/mcp': () => withProvider(aiSdk),
  '@langchain/mcp-adapters': () => withProvider(langChain),
  '@mastra/mcp': (page) => openMastra(page, ENDPOINT()),
  '@modelcontextprotocol/client': () => withProvider(official),
  '@modelcontextprotocol/inspector': async () => openInspector(ENDPOINT()),
  '@modelcontextprotocol/sdk': () => withProvider(older),
  'mcp-remote': async () => openMcpRemote(ENDPOINT(), String(await freePort())),
}

for (const [name, open] of Object.entries(LIBRARIES))
  test(`${name} reads, waits for an approval, reads its result, refreshes and is revoked`, async ({
    page,
    request,
  }) => {
    test.setTimeout(900_000)
    const library = await open(page)
    const { id } = await makePayment({ amount: 50_000 })
    const first = await library.connect((url) => allowRefunds(page, url))
    expect(await first.names()).toEqual(expect.arrayContaining(['fetch_all_payments', 'refund_payment']))
    expect(await first.call('fetch_payment', { id })).toMatchObject({ id, status: 'captured' })

    const refund = { id, amount: 900, idempotency_key: 'once' }
    const pending = await first.call('refund_payment', refund)
    expect(pending).toMatchObject({ status: 'waiting_for_approval' })
    const approval = { id: String(pending.approval_id) }
    expect(await first.call('fetch_approval', approval)).toMatchObject({ status: 'waiting', amount: 900 })

    await page.goto(String(pending.approval_url))
    await page.getByRole('button', { name: 'Approve: refund ₹9.00' }).click()
    await expect(page.getByText('Approved and completed')).toBeVisible()
    const result = { entity: 'refund', payment_id: id, amount: 900 }
    expect(await first.call('fetch_approval', approval)).toMatchObject({ status: 'approved', result })
    // The repeated call moves no more money, and gets what the approved one got.
    expect(await first.call('refund_payment', refund)).toMatchObject(result)
    expect(await first.call('fetch_payment', { id })).toMatchObject({ amount_refunded: 900 })
    await first.close()

    const before = library.tokens()
    library.expire()
    const second = await library.connect(async () => {
      throw new Error('The library asked a person, although it has a refresh token.')
    })
    expect(await second.call('fetch_payment', { id })).toMatchObject({ id })
    expect(library.tokens().refresh_token).not.toBe(before.refresh_token)
    expect(library.tokens().access_token).not.toBe(before.access_token)
    expect(library.requestCount()).toBe(1)

    await revoke(request, library)
    // Some wait for the person until they are closed.
    const refused = expect(second.call('fetch_payment', { id })).rejects.toThrow()
    await expect.poll(library.requestCount, { timeout: 120_000 }).toBe(2)
    await second.close()
    await refused
    library.dispose()
  })

test('mcp-remote, started with the line of the guide, starts with reading, and requests the scope of a call that moves money', async ({
  page,
}) => {
  test.setTimeout(900_000)
  const library = await openMcpRemote(...guideArguments())
  const { id } = await makePayment({ amount: 50_000 })
  const scopes: (string | null)[] = []
  const connection = await library.connect((url) => {
    scopes.push(new URL(url).searchParams.get('scope'))
    return scopes.length === 1 ? allow(page, url) : allowRefunds(page, url)
  })
  expect(await connection.names()).not.toContain('refund_payment')
  const pending = await connection.call('refund_payment', { id, amount: 900 })
  expect(pending).toMatchObject({ status: 'waiting_for_approval' })
  expect(scopes).toEqual(['read_only', 'read_only refunds:write'])
  await connection.close()
  library.dispose()
})

async function revoke(request: APIRequestContext, library: Library): Promise<void> {
  const form = { client_id: library.clientId(), token: library.tokens().refresh_token ?? '' }
  expect((await request.post('/revoke', { form })).status()).toBe(200)
}
