import { assertLive, lockAcquirer } from '#lib/domain/acquirers/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { type ImportRow, lockImport, shownImport } from './find.ts'
import { GatewayImport, NO_PROGRESS, OfImport, StartGatewayImport } from './schema.ts'

/** The newest records may still be written there: what is younger is left to webhooks and the poll. */
const SETTLED_SECONDS = 60

export const startGatewayImport = defineOperation({
  name: 'start_gateway_import',
  title: 'Import from a gateway',
  summary:
    'Starts to import what an account at a gateway has: customers, orders, payments with cards, refunds and settlements. Records that are here already stay as they are.',
  permission: 'business:write',
  confirm: 'live',
  http: null,
  effect: 'transaction',
  input: StartGatewayImport,
  output: GatewayImport,
  async run(context, { id: acquirer_id, since }) {
    assertLive(context)
    const { kind } = await lockAcquirer(context, acquirer_id)
    if (kind !== 'gateway')
      throw refused('input_validation_failed', 'Only an account at a gateway can be imported.', {
        field: 'id',
      })
    await assertNoneRuns(context)
    const { account, actor, now } = context
    const row: ImportRow = {
      account_id: account.id,
      id: context.newId('gateway_import'),
      acquirer_id,
      status: 'running',
      kind: 'customers',
      skip: 0,
      since: since ?? null,
      until: now - SETTLED_SECONDS,
      progress: NO_PROGRESS,
      working_ms: 0,
      adjustments: 0,
      adjusted: 0,
      problem: null,
      holder: null,
      held_until: 0,
      created_by: `${actor.kind}:${actor.name}`,
      created_at: now,
      finished_at: null,
    }
    context.changes.insert('gateway_imports', { ...row })
    begin(context, row.id)
    context.note({ acquirer: acquirer_id })
    return shownImport(row, now)
  },
})

export const stopGatewayImport = defineOperation({
  name: 'stop_gateway_import',
  title: 'Stop an import',
  summary: 'Stops an import from a gateway after the page in hand. What was imported stays.',
  permission: 'business:write',
  http: null,
  effect: 'transaction',
  input: OfImport,
  output: GatewayImport,
  run: (context, { id }) => change(context, id, 'running', 'stopped'),
})

export const continueGatewayImport = defineOperation({
  name: 'continue_gateway_import',
  title: 'Continue an import',
  summary: 'Continues an import from a gateway where it was stopped.',
  permission: 'business:write',
  http: null,
  effect: 'transaction',
  input: OfImport,
  output: GatewayImport,
  async run(context, { id }) {
    const changed = await change(context, id, 'stopped', 'running')
    begin(context, id)
    return changed
  },
})

/** Asking for the state that it has is harmless. @throws input_validation_failed once it is finished */
async function change(context: Context, id: string, from: string, to: string): Promise<GatewayImport> {
  const { account, now, tables } = context
  await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
  const row = await lockImport(context, id)
  if (row.status === to) return shownImport(row, now)
  if (row.status !== from)
    throw refused('input_validation_failed', `The import is ${row.status}.`, { field: 'id' })
  if (to === 'running') await assertNoneRuns(context)
  const set = { status: to, problem: null }
  await tables.gateway_imports.update({ where: { account_id_id: { account_id: account.id, id } }, data: set })
  context.about(id)
  context.noteChange({ status: row.status }, { status: to })
  return shownImport({ ...row, ...set }, now)
}

/** The account is locked. @throws input_validation_failed */
async function assertNoneRuns({ account, tables }: Context): Promise<void> {
  const running = await tables.gateway_imports.findFirst({
    where: { account_id: account.id, status: 'running' },
  })
  if (running)
    throw refused('input_validation_failed', 'An import is running. Stop it first.', { field: 'id' })
}

function begin(context: Context, id: string): void {
  context.enqueue('import-gateway', { account_id: context.account.id, import_id: id })
  context.about(id)
}
