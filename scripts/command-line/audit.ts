import { database } from '#lib/database/client.ts'
import { type Verified, verifyAudit } from '#lib/jobs/seal-audit.ts'
import { countText } from '#lib/values/number-text.ts'
import type { Output, Values } from './command.ts'
import { withInstance } from './instance.ts'

/** `audit verify`: compares the audit log of every account, or of one merchant, with its seals. */
export function verify(values: Values): Promise<Output> {
  return withInstance(async ({ env, runtime }) => {
    const { rows: accounts } = await database().pool.query<{ id: string; name: string; mode: string }>(
      `SELECT account.id, merchant.name, account.mode FROM accounts account
       JOIN merchants merchant ON merchant.id = account.merchant_id
       WHERE $1::text IS NULL OR merchant.id = $1 ORDER BY merchant.id, account.mode`,
      [values.merchant ?? null],
    )
    const results: (Verified & { name: string; mode: string })[] = []
    for (const { id, name, mode } of accounts)
      results.push({ ...(await verifyAudit(runtime, id, env.AUDIT_RETENTION_DAYS)), name, mode })
    const failed = results.some(({ problems }) => problems.length > 0)
    return {
      json: { accounts: results },
      text: results.map(verifiedText).join('\n'),
      ...(failed ? { failed } : {}),
    }
  })
}

/** What was compared, or what does not agree, with the newest seal. */
export function verifiedText({
  name,
  mode,
  account_id,
  seals,
  lines,
  unsealed,
  head,
  problems,
}: Verified & Record<'name' | 'mode', string>) {
  const compared = `${linesText(lines)} ${lines === 1 ? 'agrees' : 'agree'} with ${countText(seals, 'seal', 'seals')}`
  const counts = `${compared}, ${linesText(unsealed)} ${unsealed === 1 ? 'is' : 'are'} not sealed yet.`
  const state = problems.length === 0 ? counts : problems.join('\n  ')
  return `${name}, ${mode} (${account_id})\n  ${state}${head ? `\n  Newest seal: ${head}` : ''}`
}

function linesText(count: number): string {
  return countText(count, 'line', 'lines')
}
