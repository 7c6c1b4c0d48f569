import { fetchStatement } from '#lib/domain/wallets/fetch-statement.ts'
import { EXPORT_PERMISSION } from '#lib/permissions.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

const { input, output, permission, run } = fetchStatement

/** The response of the API as a file for staff, which needs the permission to export. */
export const exportStatement = defineOperation({
  name: 'export_wallet_statement',
  title: 'Export the statement of a wallet',
  summary: 'Returns a part of a wallet statement exactly as the API does, for a file.',
  permission,
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input,
  output,
  run,
})
