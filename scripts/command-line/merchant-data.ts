import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemActor } from '#lib/auth/system-actor.ts'
import { cancelClosure } from '#lib/domain/closures/decide.ts'
import { requestClosure } from '#lib/domain/closures/request.ts'
import { timeText } from '#lib/domain/closures/tell-owners.ts'
import { accountZip } from '#lib/jobs/export-account.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { newId } from '#lib/values/id.ts'
import { Misuse, type Output, type Values } from './command.ts'
import { ACTOR, findMerchant, type Instance, withInstance, writeAuditLines } from './instance.ts'

/** `merchant export`: of one account, read page by page and never whole in memory. */
export function exportMerchant(values: Values): Promise<Output> {
  const { mode } = values
  if (mode !== 'test' && mode !== 'live') throw new Misuse('--mode must be test or live.')
  const file = String(values.file)
  return withInstance(async (instance) => {
    const actor = await actorIn(instance, String(values.merchant), mode)
    const target = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new CannotStart(
        error.code === 'EEXIST'
          ? `${file} exists. Name another file.`
          : `${file} cannot be written: ${error.message}.`,
      )
    })
    try {
      await instance.transaction((tables) =>
        writeAuditLines(tables, [actor.account.id], {
          action: 'request_account_export',
          object_id: actor.account.id,
          details: { by: ACTOR },
        }),
      )
      const { zip, written } = accountZip(instance.runtime, actor.account)
      const sink = target.createWriteStream()
      await pipeline(Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]), sink)
      const { merchant_id, merchant_name } = actor.account
      const counts = { rows: written.rows, documents: written.files, bytes: sink.bytesWritten }
      const sentence = `Exported ${mode} mode of ${merchant_name}: ${counts.rows} rows and ${counts.documents} documents in ${file}.`
      return { json: { merchant_id, mode, file, ...counts }, text: sentence }
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    } finally {
      await target.close().catch(() => undefined)
    }
  })
}

/** `merchant delete` */
export function deleteMerchant(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const actor = await actorIn(instance, String(values.merchant), 'live')
    const { merchant_id, merchant_name } = actor.account
    if (values.name !== merchant_name)
      throw new CannotStart(`The name doesn't match: ${merchant_id} is ${merchant_name}.`)
    if (values.cancel === true) {
      const id = await waitingClosure(instance, merchant_id)
      const { value } = await execute(instance.runtime, cancelClosure, actor, { id }, meta())
      return { json: value, text: `${merchant_name} will not be deleted.` }
    }
    const input = { typed_name: merchant_name }
    const { value } = await execute(instance.runtime, requestClosure, actor, input, meta())
    const sentence = `${merchant_name} is deleted on ${timeText(value.due_at)}, unless it is cancelled. Its owners were emailed.`
    return { json: value, text: sentence }
  })
}

async function waitingClosure({ runtime }: Instance, merchantId: string): Promise<string> {
  const { rows } = await runtime.query<{ id: string }>(
    "SELECT id FROM closures WHERE merchant_id = $1 AND status = 'waiting'",
    [merchantId],
  )
  if (!rows[0]) throw new CannotStart(`No deletion of ${merchantId} is waiting.`)
  return rows[0].id
}

/** The platform in the account of a merchant and mode. */
async function actorIn(instance: Instance, merchantId: string, mode: 'test' | 'live') {
  const merchant = await instance.transaction((tables) => findMerchant(tables, merchantId))
  const account = merchant.accounts.find((one) => one.mode === mode)
  if (!account) throw new CannotStart(`${merchant.name} has no account in ${mode} mode.`)
  return systemActor(instance.runtime.query, account.id, ACTOR)
}

const meta = () => ({ requestId: newId('request', Date.now()) })
