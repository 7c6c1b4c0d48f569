import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { connectionsNamedAlike } from '#lib/domain/approvals/same-app.ts'
import { Balance, fetchBalance } from '#lib/domain/balance/fetch.ts'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { findBusiness } from '#lib/domain/merchants/find.ts'
import { Business } from '#lib/domain/merchants/schema.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { StoredInteger, Total } from '#lib/values/money.ts'
import { DAY, partsOf } from '#lib/values/time.ts'

/** The account of the caller, for client libraries that access webhooks through it. */
const CallersAccount = z.object({
  id: z.string(),
  entity: z.literal('account').default('account'),
  type: z.literal('standard').default('standard'),
  legal_business_name: z.string(),
})

export const fetchAccount = defineOperation({
  name: 'fetch_account',
  title: 'Fetch your account',
  summary: 'Returns the account of the API key: its ID and the name of the business.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: CallersAccount,
  run: async ({ account }) => ({ id: account.id, legal_business_name: account.merchant_name }),
})

export const fetchBusiness = defineOperation({
  name: 'fetch_business',
  title: 'Fetch the business details',
  summary:
    'Returns the seller as payment pages and bills show it: name, logo, colour, address, GSTIN, support contact.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Business,
  run: findBusiness,
})

const Access = z.object({
  scopes: z.array(z.string()).meta({ description: 'Scopes that the user granted.' }),
  further_scopes: z.string().optional().meta({
    description: 'How to ask for scopes that were not granted. Left out if all were.',
  }),
  expires_at: StoredInteger.meta({ description: 'When the access expires, as a Unix timestamp in seconds.' }),
  limit_per_call: StoredInteger.nullable().meta({
    description: 'Amount that one call can move without approval. Null: every amount needs approval.',
  }),
  limit_per_day: StoredInteger.nullable().meta({
    description: 'Amount that all calls can move in 24 hours without approval.',
  }),
  left_today: StoredInteger.nullable().meta({ description: 'What is left of limit_per_day now.' }),
})

const AccountDetails = z.object({
  id: z.string().meta({ description: 'ID of the account, with the prefix acc_.' }),
  entity: z.literal('account').default('account').meta({ description: 'Always account.' }),
  merchant: z.string().meta({ description: 'Name of the merchant.' }),
  mode: z.enum(['test', 'live']).meta({ description: 'test moves no real money.' }),
  country: z.string().meta({ description: 'Country of the merchant as two letters.' }),
  currency: z.string().meta({ description: 'Currency of the balance and the totals.' }),
  time_zone: z.string().meta({ description: 'Zone in which days begin and end.' }),
  today: z.string().meta({ description: 'Date in this zone now, as YYYY-MM-DD.' }),
  authorization_window_seconds: z.int().meta({
    description:
      'Seconds after the authorization in which a payment can be captured, unless the order says more.',
  }),
  balance: Total.optional().meta({ description: 'Balance. Left out if your role can’t see it.' }),
  authorized: Total.optional().meta({ description: 'Sum of the authorized payments.' }),
  refunds_pending: Total.optional().meta({ description: 'Sum of the pending refunds.' }),
  access: Access.nullable().meta({ description: 'What this app can do, and its limits.' }),
})

export const getAccount = defineOperation({
  name: 'get_account',
  title: 'Fetch your account',
  summary:
    'Returns the merchant, mode, currency, time zone, balance, and the scopes and limits of your access.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  scope: 'read_only',
  toolName: 'fetch_account',
  input: z.strictObject({}),
  output: AccountDetails,
  async run(context) {
    const { account, actor, now } = context
    const time_zone = zoneOf(account.country)
    const { year, month, day } = partsOf(time_zone, now)
    const seesBalance = actor.permissions.has('balance:read')
    const [sums, access] = await Promise.all([
      seesBalance ? fetchBalance.run(context, {}).then((found) => Balance.parse(found)) : null,
      actor.kind === 'client' ? accessOf(context) : null,
    ])
    return {
      id: account.id,
      merchant: account.merchant_name,
      mode: account.mode,
      country: account.country,
      currency: account.currency,
      time_zone,
      today: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      authorization_window_seconds: account.authorization_window_seconds,
      ...(sums && {
        balance: sums.balance,
        authorized: sums.authorized,
        refunds_pending: sums.refunds_pending,
      }),
      access,
    }
  },
})

type Grant = Columns<oauth_grants, 'scopes' | 'expires_at' | 'limit_per_call' | 'limit_per_day'> & {
  moved: number | bigint
}

/** What the app can do, and what it has moved alone in 24 hours over all its connections, as its limit counts it. */
async function accessOf({ account, actor, baseUrl, now, rows }: Context) {
  const [grant] = await rows<Grant>(
    `SELECT own.scopes, own.expires_at, own.limit_per_call, own.limit_per_day,
            (SELECT coalesce(sum(spent.amount), 0)::bigint FROM grant_spending spent
             WHERE spent.account_id = $1 AND spent.created_at > $3 AND spent.approval_id IS NULL
               AND spent.grant_id IN (${connectionsNamedAlike()})) AS moved
     FROM oauth_grants own WHERE own.account_id = $1 AND own.id = $2`,
    [account.id, actor.id, now - DAY],
  )
  if (!grant) return null
  const { moved, ...access } = grant
  const day = access.limit_per_day
  const further_scopes = SCOPE_NAMES.every((name) => grant.scopes.includes(name))
    ? undefined
    : `The user can allow more, as far as their role does: ${
        actor.asksAgain
          ? 'ask with request_permission'
          : `they disconnect this app at ${baseUrl}/connected-apps, connect it again and select more on the page that asks for access`
      }.`
  return {
    ...access,
    further_scopes,
    left_today: day === null ? null : Math.max(0, Number(day) - Number(moved)),
  }
}
