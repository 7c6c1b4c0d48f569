import { AcquirerAccount, AddAcquirer, AddGateway, OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { assertLive, changeAcquirer, findAcquirer, shownAcquirer } from './find.ts'
import { assertFewer, MAX_ACQUIRERS } from './rules.ts'

export const addAcquirer = defineOperation({
  name: 'add_acquirer',
  title: 'Add an acquirer',
  summary:
    'Tests the connection to the adapter of a bank and saves it, with what it can do. New payments go to it once it is in use.',
  permission: 'business:write',
  confirm: 'always',
  http: null,
  effect: 'steps',
  input: AddAcquirer,
  output: AcquirerAccount,
  errors: ['acquirer_test_failed', 'too_many_acquirers'],
  async run(context, { url, secret, authority }) {
    return add(context, { kind: 'protocol', url, secret, authority: authority ?? null })
  },
})

export const addGateway = defineOperation({
  name: 'add_gateway',
  title: 'Add a gateway account',
  summary:
    'Tests the key of an account at a gateway that has this API, and saves it as an acquirer. New payments go to it once it is in use.',
  permission: 'business:write',
  confirm: 'always',
  http: null,
  effect: 'steps',
  input: AddGateway,
  output: AcquirerAccount,
  errors: ['acquirer_test_failed', 'too_many_acquirers'],
  async run(context, { url, authority, ...credentials }) {
    const secret = JSON.stringify(credentials)
    return add(context, { kind: 'gateway', url, secret, authority: authority ?? null })
  },
})

type Added = { kind: 'protocol' | 'gateway'; url: string; secret: string; authority: string | null }

async function add(context: Context, { kind, url, secret, authority }: Added): Promise<AcquirerAccount> {
  assertLive(context)
  const settings = { kind, name: new URL(url).host, url, secrets: [secret] as const }
  const capabilities = await context.acquirers.probe({ ...settings, authority })
  return context.transaction(async (inner) => {
    const { account, actor, now, tables } = inner
    // Serialized, so that concurrent additions are both counted.
    await inner.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
    const others = await tables.acquirers.count({
      where: { account_id: account.id, state: { not: 'retired' } },
    })
    assertFewer(others, MAX_ACQUIRERS)
    const row = await tables.acquirers.create({
      data: {
        account_id: account.id,
        id: inner.newId('acquirer'),
        kind,
        state: 'added',
        name: capabilities.name,
        url,
        secret_encrypted: inner.vault.seal(secret),
        authority,
        capabilities,
        capabilities_at: now,
        created_by: `${actor.kind}:${actor.name}`,
        created_at: now,
        updated_at: now,
      },
    })
    inner.about(row.id)
    inner.note({ name: row.name, url, pinned: authority !== null })
    return shownAcquirer(row, now)
  })
}

export const testAcquirer = defineOperation({
  name: 'test_acquirer',
  title: 'Test the connection to an acquirer',
  summary: 'Calls the acquirer and saves what it can do.',
  permission: 'business:write',
  http: null,
  effect: 'steps',
  input: OfAcquirer,
  output: AcquirerAccount,
  errors: ['acquirer_test_failed'],
  async run(context, { id }) {
    const { kind, name, url, authority, secret_encrypted } = await findAcquirer(context, id)
    const secrets = [context.vault.open(secret_encrypted)] as const
    const capabilities = await context.acquirers.probe({ kind, name, url, authority, secrets })
    return context.transaction(async (inner) => {
      inner.about(id)
      const set = { name: capabilities.name, capabilities, capabilities_at: BigInt(inner.now) }
      return shownAcquirer(await changeAcquirer(inner, id, set), inner.now)
    })
  },
})
