import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { hashPassword } from '#lib/auth/password.ts'
import { createUser, roleCalled } from '#lib/domain/users/create.ts'
import { setPassword } from '#lib/domain/users/reset-password.ts'
import { CreateUser, Password } from '#lib/domain/users/schema.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { randomText } from '#lib/values/random-text.ts'
import type { Output, Values } from './command.ts'
import { ACTOR, findMerchant, withInstance, writeAuditLines } from './instance.ts'

/** The role by its name, or by its ID. */
const NewUser = CreateUser.extend({ role: z.string().trim().min(1, 'Enter a role.').max(60) })

/**
 * `user create`. A known person, from another merchant or from before, gets the role and keeps their password: this
 * grants a role, never access to the account of another person.
 */
export async function makeUser(values: Values): Promise<Output> {
  const given = values['password-stdin'] === true
  const password = given ? await passwordFromInput() : randomText(20)
  const { email, name, role, merchant: merchant_id } = values
  const input = parseInput(NewUser, { email, name, role, merchant_id, password })
  const hash = await hashPassword(password)
  const {
    merchant,
    user,
    known,
    role: roleOfPerson,
  } = await withInstance(({ transaction }) =>
    transaction(async (tables) => {
      const merchant = await findMerchant(tables, input.merchant_id)
      const known = (await tables.users.count({ where: { email: input.email } })) > 0
      if (known && given) {
        const advice = 'Omit --password-stdin to give them the role.'
        throw new CannotStart(`${input.email} already exists and keeps their password. ${advice}`)
      }
      const role = await roleCalled(tables, merchant.id, input.role)
      if (!role) throw new CannotStart(`${merchant.name} has no role ${input.role}.`)
      const user = await createUser(tables, { ...input, role: role.id }, hash, Date.now())
      const accounts = merchant.accounts.map(({ id }) => id)
      const details = { email: user.email, role: role.name }
      await writeAuditLines(tables, accounts, { action: 'create_user', object_id: user.id, details })
      return { merchant, user, known, role }
    }),
  )
  const shown = known || given ? null : password
  const sentence = `${user.email} is now ${roleOfPerson.name} of ${merchant.name} (${merchant.id}).`
  return {
    json: { ...user, merchant_id: merchant.id, known, password: shown },
    text: shown === null ? sentence : `${sentence}\nPassword, shown only once: ${shown}`,
  }
}

/** `user password`. Ends every session of the person, and every access that they granted to apps. */
export async function password(values: Values): Promise<Output> {
  const given = values['password-stdin'] === true
  const { password } = parseInput(z.strictObject({ password: Password }), {
    password: given ? await passwordFromInput() : randomText(20),
  })
  const email = String(values.email).trim().toLowerCase()
  const hash = await hashPassword(password)
  const ended = await withInstance(({ transaction }) =>
    transaction(async (tables) => {
      const user = await tables.users.findUnique({ where: { email }, include: { memberships: true } })
      if (!user) throw new CannotStart(`There is no user with the email ${email}.`)
      const ended = await setPassword(tables, user.id, hash, Date.now(), { by: ACTOR })
      const merchants = user.memberships.map(({ merchant_id }) => merchant_id)
      const accounts = await tables.accounts.findMany({ where: { merchant_id: { in: merchants } } })
      const ids = accounts.map(({ id }) => id)
      await writeAuditLines(tables, ids, { action: 'set_password', object_id: user.id, details: { email } })
      return ended
    }),
  )
  const sentence = `The password of ${email} was changed. ${ended.sessions} sessions and ${ended.grants} connected apps ended.`
  return {
    json: { email, ...ended, password: given ? null : password },
    text: given ? sentence : `${sentence}\nPassword, shown only once: ${password}`,
  }
}

/** All of standard input without the line's end. */
async function passwordFromInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new CannotStart(
      '--password-stdin reads from a pipe: printf %s "$PASSWORD" | npm run counterfoil -- user …',
    )
  }
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
