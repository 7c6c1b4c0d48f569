import { createMerchant } from '#lib/domain/merchants/create.ts'
import { CreateMerchant } from '#lib/domain/merchants/schema.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import type { Output, Values } from './command.ts'
import { withInstance, writeAuditLines } from './instance.ts'

/** `merchant create` */
export async function makeMerchant(values: Values): Promise<Output> {
  const country = values.country === undefined ? {} : { country: String(values.country).toUpperCase() }
  const input = parseInput(CreateMerchant, { name: values.name, ...country })
  const merchant = await withInstance(({ env, transaction }) =>
    transaction(async (tables) => {
      const made = await createMerchant(tables, input, Date.now(), {
        authorization_window_seconds: env.AUTHORIZATION_WINDOW_SECONDS,
      })
      const details = { name: input.name, country: input.country }
      await writeAuditLines(tables, Object.values(made.accounts), {
        action: 'create_merchant',
        object_id: made.id,
        details,
      })
      return made
    }),
  )
  const next = `Next: npm run counterfoil -- user create --merchant ${merchant.id} --role owner --email … --name …`
  return { json: merchant, text: `Created ${merchant.name}: ${merchant.id}\n${next}` }
}

/** `merchant list` */
export async function listMerchants(): Promise<Output> {
  const merchants = await withInstance(({ transaction }) =>
    transaction((tables) =>
      tables.merchants.findMany({
        select: { id: true, name: true, country: true },
        orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
      }),
    ),
  )
  const lines = merchants.map(({ id, name, country }) => `${id}  ${country}  ${name}`)
  return {
    json: { merchants },
    text: lines.join('\n') || 'There is no merchant yet. Create one with `merchant create`.',
  }
}
