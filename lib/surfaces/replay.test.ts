import { expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import type { RequestDetails } from '#lib/domain/requests/schema.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { replayedInputOf } from './replay.ts'

it('finds the ID in an address that names the account first', async () => {
  const operation = operations.find(({ name }) => name === 'fetch_webhook') as Operation
  const path = '/v2/accounts/acc_1/webhooks/whk_1/'
  const request = { source: 'api', method: 'GET', path, request_body: null } as RequestDetails
  expect(await replayedInputOf(operation, request)).toEqual({ id: 'whk_1' })
})

it('removes the key of the first call from the arguments of a tool, since a repeat is a new call', async () => {
  const operation = operations.find(({ name }) => name === 'refund_payment') as Operation
  const request_body = JSON.stringify({ id: 'pay_1', amount: 900, idempotency_key: 'once' })
  const request = { source: 'tool', method: 'TOOL', path: 'refund_payment', request_body } as RequestDetails
  expect(await replayedInputOf(operation, request)).toEqual({ id: 'pay_1', amount: 900 })
})
