import { z } from 'zod'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { ownRow } from '#lib/domain/profile/get.ts'
import { ConfirmTotp, Profile } from '#lib/domain/profile/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { assertManages } from '#lib/domain/users/find.ts'
import { mailNotice, type Recipient } from '#lib/domain/users/notice-email.ts'
import { Staff } from '#lib/domain/users/schema.ts'
import { forgetFactors, recordFactor } from '#lib/domain/users/session-factors.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { randomDigits } from '#lib/values/random-text.ts'
import { MINUTE } from '#lib/values/time.ts'
import { newTotpSecret, totpStep } from '#lib/values/totp.ts'

/** How long a secret that was not confirmed can be seen and confirmed, in seconds. */
const SETUP_LASTS = 15 * MINUTE
const RECOVERY_CODES = 10

/** Ten codes of twelve digits, in one text with spaces between them. */
const WithCodes = Profile.extend({ recovery_secret: z.string() })

export const startTotp = defineOperation({
  name: 'start_totp',
  title: 'Set up an authenticator app',
  summary:
    'Makes a new secret for the authenticator app of the signed-in person. It counts once a code of the app has confirmed it; until then, one that is there already goes on.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: Profile,
  async run(context) {
    const person = await ownRow(context)
    const current = await context.tables.totp_secrets.findUnique({ where: { user_id: person.id } })
    if (current && current.confirmed_at !== null)
      throw refused('permission_denied', 'Remove the current authenticator app first.')
    const secret = {
      secret_encrypted: context.vault.seal(newTotpSecret()),
      last_step: 0,
      confirmed_at: null,
      created_at: context.now,
    }
    await context.tables.totp_secrets.upsert({
      where: { user_id: person.id },
      create: { user_id: person.id, ...secret },
      update: secret,
    })
    return person
  },
})

export const getTotpSetup = defineOperation({
  name: 'get_totp_setup',
  title: 'Get the secret of an authenticator app',
  summary: 'Returns the secret that the signed-in person is about to confirm, for 15 minutes.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Profile.extend({ totp_secret: z.string() }),
  async run(context) {
    const person = await ownRow(context)
    return { ...person, totp_secret: (await pendingSecret(context, person.id)).secret }
  },
})

export const confirmTotp = defineOperation({
  name: 'confirm_totp',
  title: 'Confirm an authenticator app',
  summary:
    'Turns the second step of signing in on, with a code of the app. Returns ten recovery codes, each of which replaces a code once.',
  permission: 'profile:write',
  http: null,
  confidential: true,
  input: ConfirmTotp,
  output: WithCodes,
  async run(context, { otp }) {
    const person = await ownRow(context)
    const { secret } = await pendingSecret(context, person.id)
    const step = totpStep(secret, otp, context.now)
    if (step === null)
      throw refused(
        'input_validation_failed',
        'Incorrect code. Check the time of your phone and try the next code.',
        {
          field: 'otp',
        },
      )
    const { count } = await context.tables.totp_secrets.updateMany({
      where: { user_id: person.id, confirmed_at: null },
      data: { confirmed_at: context.now, last_step: step },
    })
    if (count === 0) throw notStarted()
    await recordFactor(context.rows, context.actor.session, 'code')
    context.noteChange({ authenticator_app: false }, { authenticator_app: true })
    await mailAboutApp(context, person, 'turned on')
    return { ...person, recovery_secret: await newCodes(context, person.id) }
  },
})

export const removeTotp = defineOperation({
  name: 'remove_totp',
  title: 'Remove the authenticator app',
  summary: 'Turns the second step of signing in off for the signed-in person.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: Profile,
  async run(context) {
    const person = await ownRow(context)
    const on = await context.tables.totp_secrets.count({
      where: { user_id: person.id, confirmed_at: { not: null } },
    })
    await removeSecondFactorOf(context, person.id)
    context.noteChange({ authenticator_app: true }, { authenticator_app: false })
    if (on > 0) await mailAboutApp(context, person, 'removed')
    return person
  },
})

export const renewRecoveryCodes = defineOperation({
  name: 'renew_recovery_codes',
  title: 'Create new recovery codes',
  summary: 'Returns ten new recovery codes. The former ones no longer work.',
  permission: 'profile:write',
  confirm: 'always',
  confidential: true,
  http: null,
  input: z.strictObject({}),
  output: WithCodes,
  async run(context) {
    const person = await ownRow(context)
    const on = await context.tables.totp_secrets.count({
      where: { user_id: person.id, confirmed_at: { not: null } },
    })
    if (on === 0) throw notStarted()
    return { ...person, recovery_secret: await newCodes(context, person.id) }
  },
})

export const removeSecondFactor = defineOperation({
  name: 'remove_second_factor',
  title: 'Remove the second factor of a person',
  summary:
    'Lets a person of the team who lost their phone and recovery codes sign in with the password alone, and set up another app. Their passkeys are removed and their sessions end.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({ id: Id('user') }),
  output: Staff,
  async run(context, { id }) {
    const { account, rows, now } = context
    const [person] = await rows<{ id: string; email: string; name: string }>(
      `SELECT id, email, name FROM users WHERE id = $1 FOR UPDATE`,
      [id],
    )
    const merchants = await context.tables.memberships.findMany({ where: { user_id: id } })
    if (!person || !merchants.some(({ merchant_id }) => merchant_id === account.merchant_id))
      throw recordNotFound('user', id)
    if (merchants.length > 1 && context.actor.kind !== 'system')
      throw refused('permission_denied', 'This user also belongs to another merchant. Ask the operator.')
    await assertManages(context, id)
    const apps = await context.tables.totp_secrets.count({
      where: { user_id: id, confirmed_at: { not: null } },
    })
    await removeSecondFactorOf(context, id)
    const { count: passkeys } = await context.tables.passkeys.deleteMany({ where: { user_id: id } })
    await rows('UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL RETURNING id', [
      id,
      now,
    ])
    const details = {
      email: person.email,
      before: { authenticator_app: apps > 0, passkeys },
      after: { authenticator_app: false, passkeys: 0 },
    }
    context.note(details)
    const all = merchants.map(({ merchant_id }) => merchant_id)
    await auditElsewhere(context, all, {
      action: 'remove_second_factor',
      object_id: id,
      details,
    })
    return person
  },
})

/** Tells a person of a change to their second factor, so that they notice when it was not them. */
function mailAboutApp(context: Context, person: Recipient, change: 'turned on' | 'removed'): Promise<void> {
  return mailNotice(context, person, {
    subject: `An authenticator app was ${change}`,
    says:
      change === 'removed'
        ? 'The authenticator app was removed from your Counterfoil account. Signing in no longer asks for its codes.'
        : 'An authenticator app was turned on for your Counterfoil account. Signing in asks for its codes.',
    advice:
      'If this was not you, change your password, end your other sessions and check your second factor:',
  })
}

async function removeSecondFactorOf({ tables, rows }: Context, user_id: string): Promise<void> {
  await tables.totp_secrets.deleteMany({ where: { user_id } })
  await tables.recovery_codes.deleteMany({ where: { user_id } })
  await forgetFactors(rows, user_id, ['code', 'recovery_code'])
}

/** @throws record_not_found when nothing is to be confirmed */
async function pendingSecret({ tables, vault, now }: Context, user_id: string) {
  const found = await tables.totp_secrets.findUnique({ where: { user_id } })
  if (!found || found.confirmed_at !== null || Number(found.created_at) < now - SETUP_LASTS)
    throw notStarted()
  return { secret: vault.open(found.secret_encrypted) }
}

function notStarted() {
  return refused('record_not_found', 'Start the setup of the authenticator app again.')
}

async function newCodes({ tables, vault, now }: Context, user_id: string): Promise<string> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomDigits(12))
  await tables.recovery_codes.deleteMany({ where: { user_id } })
  await tables.recovery_codes.createMany({
    data: codes.map((code) => ({ user_id, code_hash: recoveryHash(vault, user_id, code), created_at: now })),
  })
  return codes.map((code) => code.replace(/\d{4}(?=\d)/g, '$&-')).join(' ')
}

/** What is stored of a recovery code: a digest that only the holder of their key can make. */
export function recoveryHash({ digest }: Context['vault'], userId: string, code: string) {
  return digest(`recovery code ${userId} ${code.replace(/\D/g, '')}`)
}
