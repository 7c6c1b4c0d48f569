import { ownRow } from '#lib/domain/profile/get.ts'
import { ChangePassword, EndedSessions, Profile, UpdateProfile } from '#lib/domain/profile/schema.ts'
import { setPassword } from '#lib/domain/users/reset-password.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updateProfile = defineOperation({
  name: 'update_profile',
  title: 'Update your account',
  summary: 'Changes the name of the signed-in person.',
  permission: 'profile:write',
  http: null,
  input: UpdateProfile,
  output: Profile,
  async run(context, { name }) {
    const person = await ownRow(context)
    await context.tables.users.update({ where: { id: person.id }, data: { name } })
    context.noteChange({ name: person.name }, { name })
    return { ...person, name }
  },
})

export const changePassword = defineOperation({
  name: 'change_password',
  title: 'Change your password',
  summary:
    'Sets a new password for the signed-in person, who gives the current one. Every other session ends, and every app that the person connected.',
  permission: 'profile:write',
  confirm: 'always',
  confirmEachTime: true,
  http: null,
  effect: 'steps',
  input: ChangePassword,
  output: EndedSessions,
  async run(context, { new_password }) {
    const person = await ownRow(context)
    const hash = await context.hashPassword(new_password)
    return context.transaction(async (inner) => {
      const ended = await setPassword(inner.tables, person.id, hash, inner.now * 1000, {
        by: person.email,
        keep: inner.actor.session ?? null,
      })
      inner.about(person.id)
      inner.note(ended)
      return { id: person.id, ended: ended.sessions }
    })
  },
})
