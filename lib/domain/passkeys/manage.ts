import { mailAboutPasskey } from '#lib/domain/passkeys/email.ts'
import { RemovePasskey, RenamePasskey } from '#lib/domain/passkeys/schema.ts'
import { ownRow } from '#lib/domain/profile/get.ts'
import { Passkey } from '#lib/domain/profile/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { forgetFactors } from '#lib/domain/users/session-factors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const renamePasskey = defineOperation({
  name: 'rename_passkey',
  title: 'Rename a passkey',
  summary: 'Gives a passkey of the signed-in person another name.',
  permission: 'profile:write',
  http: null,
  input: RenamePasskey,
  output: Passkey,
  async run(context, { id, name }) {
    const { passkey } = await ownPasskey(context, id)
    context.note({ name })
    context.noteChange({ name: passkey.name }, { name })
    return context.tables.passkeys.update({ where: { id }, data: { name } })
  },
})

export const removePasskey = defineOperation({
  name: 'remove_passkey',
  title: 'Remove a passkey',
  summary: 'Removes a passkey of the signed-in person, who can no longer sign in with it, and emails them.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: RemovePasskey,
  output: Passkey,
  async run(context, { id }) {
    const { person, passkey } = await ownPasskey(context, id)
    await context.tables.passkeys.delete({ where: { id } })
    await forgetFactors(context.rows, person.id, ['passkey'])
    context.note({ name: passkey.name })
    await mailAboutPasskey(context, person, passkey.name, 'removed')
    return passkey
  },
})

/** @throws record_not_found for one that does not exist, and for another person's */
async function ownPasskey(context: Context, id: string) {
  const person = await ownRow(context)
  const passkey = await context.tables.passkeys.findFirst({ where: { id, user_id: person.id } })
  if (!passkey) throw recordNotFound('passkey', id)
  return { person, passkey }
}
