import { z } from 'zod'
import { ownRow } from '#lib/domain/profile/get.ts'
import { Profile } from '#lib/domain/profile/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** For what has no form of its own: a file that is exported in live mode. */
export const confirmSession = defineOperation({
  name: 'confirm_session',
  title: 'Confirm your session',
  summary:
    'Confirms the session of the signed-in person, who gives their password or a code. For ten minutes they are not asked again.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: Profile,
  run: ownRow,
})
