import { z } from 'zod'
import { GoLive } from '#lib/domain/overview/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchGoLive = defineOperation({
  name: 'fetch_go_live',
  title: 'Fetch the go-live checklist',
  summary: 'Returns what live mode of the merchant needs before it takes payments, from either mode.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: GoLive,
  run: findGoLive,
})

/** What the live account of the merchant has, whichever of its accounts is looked at. */
export async function findGoLive({ tables, account, now, mailer }: Context): Promise<object> {
  const [found] = await tables.$queryRaw<object[]>`
    WITH owners AS (
      SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = person.id AND confirmed_at IS NOT NULL)
          OR EXISTS (SELECT FROM passkeys WHERE user_id = person.id) AS has_factor
      FROM memberships membership JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
      WHERE membership.merchant_id = ${account.merchant_id} AND membership.role = 'owner')
    SELECT EXISTS (SELECT FROM api_keys WHERE account_id = own.id AND revoked_at IS NULL
             AND (expires_at IS NULL OR expires_at > ${now})) AS has_key,
           EXISTS (SELECT FROM webhook_endpoints WHERE account_id = own.id AND active AND disabled_at IS NULL
             AND deleted_at IS NULL) AS has_webhook,
           (SELECT count(*) FROM owners) AS owners,
           (SELECT count(*) FROM owners WHERE NOT has_factor) AS owners_without_factor,
           coalesce(own.refund_approval_above, own.wallet_credit_approval_above, own.payout_approval_above) IS NOT NULL
             OR own.refund_approval_by_role <> '{}' OR own.wallet_credit_approval_by_role <> '{}'
             OR own.payout_approval_by_role <> '{}' AS has_thresholds,
           merchant.logo_hash IS NOT NULL
             AND coalesce(merchant.support_email, merchant.support_phone, merchant.support_url) IS NOT NULL
             AS has_business_details,
           (SELECT max(finished_at) FROM backups) AS last_backup_at,
           (SELECT jsonb_build_object('id', id, 'name', name, 'tested_at', capabilities_at, 'gateway', kind = 'gateway',
              'sandbox', coalesce((capabilities ->> 'sandbox')::boolean, false),
              'has_notification', EXISTS (SELECT FROM acquirer_calls call WHERE call.account_id = own.id
                AND call.acquirer_id = acquirers.id AND call.call = 'notification' AND call.error IS NULL))
            FROM acquirers WHERE account_id = own.id AND state = 'active') AS acquirer
    FROM accounts own JOIN merchants merchant ON merchant.id = own.merchant_id
    WHERE own.merchant_id = ${account.merchant_id} AND own.mode = 'live'`
  return { ...found, sends_mail: mailer !== null }
}
