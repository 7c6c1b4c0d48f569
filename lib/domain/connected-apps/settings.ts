import { z } from 'zod'
import { holdChange } from '#lib/domain/approvals/change.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { isLooserPolicy } from '#lib/domain/connected-apps/rules.ts'
import { AppSettings, UpdateAppSettings } from '#lib/domain/connected-apps/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchAppSettings = defineOperation({
  name: 'fetch_app_settings',
  title: 'Fetch the app policy',
  summary: 'Returns which apps users of the merchant can connect, in both modes.',
  permission: 'apps:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: AppSettings,
  run: (context) => settingsOf(context),
})

export const updateAppSettings = defineOperation({
  name: 'update_app_settings',
  title: 'Change the app policy',
  summary:
    'Sets whether users can connect self-registered apps, and which redirect hosts are allowed. Existing connections stay.',
  permission: 'apps:write',
  loosensLimits: true,
  http: null,
  input: UpdateAppSettings,
  output: AppSettings,
  async run(context, { self_registered, redirect_hosts, reason }) {
    await context.rows('SELECT 1 FROM merchants WHERE id = $1 FOR NO KEY UPDATE', [
      context.account.merchant_id,
    ])
    const before = await settingsOf(context)
    const hosts = [...new Set(redirect_hosts)]
    const after = { self_registered, redirect_hosts: hosts }
    await holdChange(context, {
      operation: 'update_app_settings',
      input: after,
      object_id: context.account.merchant_id,
      changes: wordsOf(before, after),
      looser: isLooserPolicy(before, after),
      reason,
    })
    await context.rows(
      'UPDATE merchants SET oauth_self_registered = $2, oauth_redirect_hosts = $3 WHERE id = $1',
      [context.account.merchant_id, self_registered, hosts],
    )
    context.about(context.account.merchant_id)
    context.noteChange(before, after)
    return { self_registered, redirect_hosts: hosts }
  },
})

/** The changes, described for the approver. */
function wordsOf(before: AppSettings, after: AppSettings): Change[] {
  const registered = (on: boolean) => (on ? 'Allowed' : 'Not allowed')
  const hosts = (list: string[]) => list.join(', ') || 'Any'
  const rows = [
    {
      label: 'Self-registered apps',
      before: registered(before.self_registered),
      after: registered(after.self_registered),
    },
    { label: 'Redirect hosts', before: hosts(before.redirect_hosts), after: hosts(after.redirect_hosts) },
  ]
  return rows.filter(({ before: old, after: next }) => old !== next)
}

async function settingsOf({ account, rows }: Context): Promise<AppSettings> {
  const [row] = await rows(
    'SELECT oauth_self_registered AS self_registered, oauth_redirect_hosts AS redirect_hosts FROM merchants WHERE id = $1',
    [account.merchant_id],
  )
  return AppSettings.parse(row)
}
