import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import {
  type ApplicationInputHandler,
  createTaskSessionFromClient,
  type RawClientDispatch,
} from '@modelcontextprotocol/ext-tasks/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let instance: ToolShop['instance']
let server: ToolShop['server']
let shop: ToolShop['shop']
let close: ToolShop['close']
beforeAll(async () => {
  ;({ instance, server, shop, close } = await openToolShop())
})
afterAll(() => close())

const REVISION = '2026-07-28'
type Json = Record<string, unknown>

/** An app that may move 1 paisa alone. */
async function limitedApp() {
  const { token, actor } = await server.tokenOf('refunds:write')
  await instance.runtime.query(
    'UPDATE oauth_grants SET limit_per_call = 1, limit_per_day = 1 WHERE user_id = $1',
    [actor.id],
  )
  return token
}

function transportOf(token: string) {
  return new StreamableHTTPClientTransport(new URL(RESOURCE), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (input, init) => handleTools(new Request(input, init)),
  })
}

/** One message of the newest revision, with the metadata of its client in it. */
async function post(token: string, message: Json): Promise<Json> {
  const { method, params } = message as { method: string; params: { name?: string; taskId?: string } }
  const response = await sendToolMessage(token, method, params, {
    headers: {
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      'mcp-name': params.name ?? params.taskId ?? '',
    },
  })
  return (await response.json()) as Json
}

/** The official client for tasks over the official client. */
async function taskSession(
  token: string,
  onInputRequest?: ApplicationInputHandler['handle'],
  capabilities = {},
) {
  const clientInfo = { name: 'test', version: '1' }
  const client = new Client(clientInfo, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transportOf(token))
  const rawDispatch: RawClientDispatch = async (request) => {
    const { result, error } = await post(token, request as Json)
    return (error ? { kind: 'error', error } : { kind: 'result', result }) as Awaited<
      ReturnType<RawClientDispatch>
    >
  }
  const session = createTaskSessionFromClient(client, {
    endpointId: 'test',
    rawDispatch,
    v2RequestFraming: { protocolVersion: REVISION, clientInfo, clientCapabilities: capabilities },
    ...(onInputRequest ? { onInputRequest } : {}),
  })
  const close = async () => {
    await session.close()
    await client.close()
  }
  return { session, close }
}

async function approve(id: string) {
  const finance = await server.person('finance')
  await instance.run(approveApproval, { id }, undefined, finance)
  await runApproval(instance.runtime, finance.account.id, id)
}

async function reject(id: string, reason: string) {
  await instance.run(rejectApproval, { id, reason }, undefined, await server.person('finance'))
}

const META = (capabilities: Json) => ({
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

/** A request to refund ₹9 of a new payment, as a client with these capabilities. */
async function refund(token: string, capabilities: Json, more: Json = {}, payment?: string) {
  const id = payment ?? (await shop.captured(10_000)).id
  const params = {
    name: 'refund_payment',
    arguments: { id, amount: 900 },
    ...more,
    _meta: META(capabilities),
  }
  const { result } = await post(token, { method: 'tools/call', params })
  return { payment: id, result: result as Json }
}

const task = async (token: string, method: string, taskId: unknown, more: Json = {}) => {
  const { result, error } = await post(token, { method, params: { taskId, ...more, _meta: META(TASKS) } })
  return (result ?? error) as Json
}

async function refundsOf(payment: string) {
  const { rows } = await instance.runtime.query('SELECT amount FROM refunds WHERE payment_id = $1', [payment])
  return rows.map(({ amount }) => Number(amount))
}

describe('a call that waits, for a client with tasks', () => {
  it('is a task that completes with the refund once a person approves it', async () => {
    const token = await limitedApp()
    const { session, close } = await taskSession(token)
    const { id } = await shop.captured(10_000)
    const execution = await session.callTool('refund_payment', { id, amount: 900 })
    const taskId = execution.handle?.taskId ?? ''
    expect(taskId).toMatch(/^apr_/)
    expect(await task(token, 'tasks/get', taskId)).toMatchObject({ status: 'working', pollIntervalMs: 5_000 })
    expect(await refundsOf(id)).toEqual([])
    await approve(taskId)
    const { outcome } = await execution.settle()
    expect(outcome).toMatchObject({
      status: 'completed',
      result: { structuredContent: { entity: 'refund', amount: 900, payment_id: id } },
    })
    expect(await refundsOf(id)).toEqual([900])
    await close()
  })

  it('completes with the reason of a rejection as an error that the model reads', async () => {
    const token = await limitedApp()
    const { result } = await refund(token, TASKS)
    expect(result).toMatchObject({ resultType: 'task', status: 'working' })
    await reject(String(result.taskId), 'It was delivered.')
    const done = await task(token, 'tasks/get', result.taskId)
    expect(done).toMatchObject({ status: 'completed', result: { resultType: 'complete', isError: true } })
    expect(JSON.stringify(done)).toContain('It was delivered.')
  })

  it('is withdrawn when the client cancels the task, and stays as it is once it was decided', async () => {
    const token = await limitedApp()
    const { session, close } = await taskSession(token)
    const { id } = await shop.captured(10_000)
    const execution = await session.callTool('refund_payment', { id, amount: 900 })
    await execution.cancel()
    await expect(execution.settle()).resolves.toMatchObject({ outcome: { status: 'cancelled' } })
    await close()
    const { result, payment } = await refund(token, TASKS)
    await approve(String(result.taskId))
    await task(token, 'tasks/cancel', result.taskId)
    expect(await task(token, 'tasks/get', result.taskId)).toMatchObject({ status: 'completed' })
    expect(await refundsOf(payment)).toEqual([900])
  })

  it('is known to its own app only', async () => {
    const { result } = await refund(await limitedApp(), TASKS)
    const stranger = await limitedApp()
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      for (const id of [result.taskId, 'apr_AAAAAAAAAAAAAA', 'nothing'])
        expect(await task(stranger, method, id, { inputResponses: {} }), method).toMatchObject({
          code: -32_602,
        })
  })

  it('asks a client that declares no tasks to declare them', async () => {
    const token = await limitedApp()
    const { result } = await refund(token, TASKS)
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await post(token, { method, params: { taskId: result.taskId, _meta: META({}) } })
      expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: TASKS } })
    }
    expect(await task(token, 'tasks/get', result.taskId)).toMatchObject({ status: 'working' })
  })

  it('stays text for a client without tasks', async () => {
    const { result } = await refund(await limitedApp(), {})
    expect(result).toMatchObject({
      resultType: 'complete',
      structuredContent: { status: 'waiting_for_approval' },
    })
    expect(result.taskId).toBeUndefined()
  })
})

describe('a call that waits, for a client that opens pages', () => {
  const URLS = { elicitation: { url: {} } }

  it('offers the page of the approval, and returns the refund after the decision without refunding twice', async () => {
    const token = await limitedApp()
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: URLS },
    )
    const opened: string[] = []
    const read: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { url, message } = params as { url: string; message: string }
      opened.push(url)
      read.push(message)
      await approve(url.split('/').at(-1) ?? '')
      return { action: 'accept' }
    })
    await client.connect(transportOf(token))
    const { id } = await shop.captured(10_000)
    const { structuredContent } = await client.callTool({
      name: 'refund_payment',
      arguments: { id, amount: 900 },
    })
    expect(opened).toEqual([expect.stringMatching(`^${instance.runtime.baseUrl}/approvals/apr_`)])
    // A person reads it: it has no calls of tools.
    expect(read).toEqual([
      '"Refund a payment" for ₹9.00 needs approval. No money has moved yet. Open the page to review the request.',
    ])
    expect(structuredContent).toMatchObject({ entity: 'refund', amount: 900 })
    expect(await refundsOf(id)).toEqual([900])
    await client.close()
  })

  it('is the text, or the task, when the person closes the page without a decision', async () => {
    const token = await limitedApp()
    const { payment, result } = await refund(token, URLS)
    const { requestState } = result
    expect(result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.stringMatching(/^apr_/),
    })
    const again = { requestState, inputResponses: { approval: { action: 'cancel' } } }
    const url = `${instance.runtime.baseUrl}/approvals/${requestState}`
    const closed = (await refund(token, URLS, again, payment)).result
    // An app that declares pages and opens none has the same text, so the model can show the person where to decide.
    expect(closed).toMatchObject({
      resultType: 'complete',
      content: [
        {
          text: expect.stringMatching(
            `decides at ${url}\\. .*fetch_approval .*${requestState}.*cancel_approval`,
          ),
        },
        ...(closed.content as object[]).slice(1),
      ],
      structuredContent: {
        status: 'waiting_for_approval',
        approval_id: requestState,
        approval_url: url,
        expires_at: expect.any(Number),
      },
    })
    const { result: plain } = await refund(token, {})
    const shape = (of: Json) => Object.keys(of.structuredContent as Json).sort()
    expect(shape(closed)).toEqual(shape(plain))
    expect((await refund(token, { ...URLS, ...TASKS }, again, payment)).result).toMatchObject({
      resultType: 'task',
      taskId: requestState,
    })
    expect(await refundsOf(payment)).toEqual([])
  })

  it('runs nothing for a request state of another app or another tool', async () => {
    const token = await limitedApp()
    const { payment, result } = await refund(token, URLS)
    const stranger = await limitedApp()
    const { result: foreign } = await refund(stranger, URLS, { requestState: result.requestState }, payment)
    expect(foreign).toBeUndefined()
    const { error } = await post(token, {
      method: 'tools/call',
      params: {
        name: 'create_refund',
        arguments: { payment_id: payment, amount: 900 },
        requestState: result.requestState,
        _meta: META(URLS),
      },
    })
    expect(error).toMatchObject({ code: -32_602 })
    expect(await refundsOf(payment)).toEqual([])
  })
})
