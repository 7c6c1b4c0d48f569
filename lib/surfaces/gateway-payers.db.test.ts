import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PayerRequest } from '#lib/ports/acquirer.ts'
import { gatewayPayer } from '#lib/surfaces/gateway-payers.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { DETAILS_COOKIE } from '#lib/values/payer-details.ts'

const globals = globalThis as { counterfoilRuntime?: Instance['runtime'] }
const ID = 'acq_NfLw3gQ81xRt0a'

let instance: Instance
let requests: PayerRequest[] = []
beforeAll(async () => {
  instance = await openInstance()
  globals.counterfoilRuntime = instance.runtime
  await instance.runtime.query(
    `INSERT INTO acquirers (account_id, id, kind, state, name, url, secret_encrypted, capabilities, capabilities_at, created_at, updated_at)
     VALUES ($1, $2, 'gateway', 'active', 'gateway', 'https://gateway.example', '', '{}', 1, 1, 1)`,
    [instance.merchant.accounts.live, ID],
  )
  instance.runtime.acquirers.payer = async (_account, _id, request) => {
    requests.push(request)
    return { status: 200, text: '', headers: {} }
  }
})
afterAll(async () => {
  delete globals.counterfoilRuntime
  await instance.close()
})

async function detailsOf(cookie: string): Promise<PayerRequest['details']> {
  requests = []
  const request = new Request(`http://localhost:1/v1/acquirers/${ID}/payers/bop_1`, { headers: { cookie } })
  await gatewayPayer(request, { params: Promise.resolve({ id: ID, reference: 'bop_1' }) })
  return requests[0]?.details
}

it('takes the details of the payer from their own browser, with the country of the account', async () => {
  const entered = { name: 'Asha Rao', email: 'asha@example.com', contact: '98765 43210', method: 'upi' }
  const cookie = `${DETAILS_COOKIE}=${encodeURIComponent(JSON.stringify(entered))}`
  expect(await detailsOf(`other=1; ${cookie}`)).toEqual({ ...entered, contact: '+919876543210' })
  expect(await detailsOf('other=1')).toEqual({})
})
