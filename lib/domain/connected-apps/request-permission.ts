import { z } from 'zod'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/**
 * A tool without an HTTP route, with which a model finds out that it can ask for more. The tool server asks the user
 * before this runs (lib/surfaces/tools/permission-request.ts); it runs for a scope that the app has.
 */
export const requestPermission = defineOperation({
  name: 'request_permission',
  title: 'Request a permission',
  summary:
    'Asks the user for a permission that you lack, such as to refund or capture payments. Only the user can grant it.',
  permission: 'approvals:ask',
  http: null,
  scope: 'any',
  asksForScope: true,
  effect: 'read',
  input: z.strictObject({
    scope: z.enum(SCOPE_NAMES).meta({ description: 'Scope of the permission.' }),
  }),
  output: z.object({
    scope: z.enum(SCOPE_NAMES).meta({ description: 'Scope of the permission.' }),
    granted: z.literal(true).meta({ description: 'Always true: another result is an error.' }),
  }),
  run: async (_, { scope }) => ({ scope, granted: true }),
})
