import { text } from 'node:stream/consumers'
import { hashPassword } from '#lib/auth/password.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { CreateUser } from '#lib/domain/users/schema.ts'
import { parseInput } from '#lib/input.ts'
import { randomText } from '#lib/values/id.ts'
import { CannotStart } from '#scripts/cannot-start.ts'
import type { Answer, Values } from './command.ts'
import { findMerchant, withDesk, writeAuditLines } from './desk.ts'

/**
 * `user create`. Somebody who is known already, from another merchant or from before, gets the role and keeps their
 * password: a role is given here, never a way into somebody's account.
 */
export async function create(values: Values): Promise<Answer> {
  const given = values['password-stdin'] === true
  const password = given ? await passwordFromInput() : randomText(20)
  const { email, name, role, merchant: merchant_id } = values
  const input = parseInput(CreateUser, { email, name, role, merchant_id, password })
  const hash = await hashPassword(password)
  const { merchant, user, known } = await withDesk(({ transaction }) =>
    transaction(async (tables) => {
      const merchant = await findMerchant(tables, input.merchant_id)
      const known = (await tables.users.count({ where: { email: input.email } })) > 0
      if (known && given) {
        const advice = 'Leave out --password-stdin to give them the role.'
        throw new CannotStart(`${input.email} is known here already, and keeps their password. ${advice}`)
      }
      const user = await createUser(tables, input, hash, Date.now())
      const accounts = merchant.accounts.map(({ id }) => id)
      const details = { email: user.email, role: user.role }
      await writeAuditLines(tables, accounts, { action: 'create_user', object_id: user.id, details })
      return { merchant, user, known }
    }),
  )
  const shown = known || given ? null : password
  const sentence = `${user.email} is now ${user.role} of ${merchant.name} (${merchant.id}).`
  return {
    json: { ...user, merchant_id: merchant.id, known, password: shown },
    text: shown === null ? sentence : `${sentence}\nPassword, shown this once: ${shown}`,
  }
}

/** All of standard input without the line's end. */
async function passwordFromInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new CannotStart(
      '--password-stdin reads from a pipe: printf %s "$PASSWORD" | npm run counterfoil -- user create …',
    )
  }
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}
