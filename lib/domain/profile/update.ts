import { ownRow } from '#lib/domain/profile/get.ts'
import { Profile, UpdateProfile } from '#lib/domain/profile/schema.ts'
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
