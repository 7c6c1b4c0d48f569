import { fetchStatement } from '#lib/domain/wallets/fetch-statement.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

const { input, output, permission, run } = fetchStatement

/** The same as the API returns, for staff: to have it as a file takes what every other file takes. */
export const exportStatement = defineOperation({
  name: 'export_wallet_statement',
  title: 'Export the statement of a wallet',
  summary: 'Returns a part of a wallet statement exactly as the API does, for a file.',
  permission,
  alsoNeeds: ['exports:read'],
  http: null,
  effect: 'read',
  input,
  output,
  run,
})
