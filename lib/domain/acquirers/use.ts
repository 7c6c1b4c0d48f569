import {
  AcquirerAccount,
  DIRECT_SENTENCE,
  RotateAcquirerSecret,
  SECRET_OVERLAP,
  SetDirectCollection,
  UseAcquirer,
} from '#lib/domain/acquirers/schema.ts'
import { holdChange } from '#lib/domain/approvals/change.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { assertLive, changeAcquirer, lockAcquirer, shownAcquirer } from './find.ts'

export const useAcquirer = defineOperation({
  name: 'use_acquirer',
  title: 'Use an acquirer',
  summary:
    'Sends new payments, payouts and settlements to this acquirer. What is under way at another one is finished there. Takes two people where the merchant has two.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: UseAcquirer,
  output: AcquirerAccount,
  async run(context, { id, reason }) {
    assertLive(context)
    const row = await lockAcquirer(context, id)
    if (row.state === 'active') return shownAcquirer(row, context.now)
    const { account, tables } = context
    const before = await tables.acquirers.findFirst({ where: { account_id: account.id, state: 'active' } })
    await holdChange(context, {
      operation: 'use_acquirer',
      input: { id },
      object_id: id,
      changes: [
        {
          label: 'Acquirer of new payments',
          before: before ? `${before.name}, ${before.url}` : 'No acquirer',
          after: `${row.name}, ${row.url}`,
        },
      ],
      looser: true,
      always: true,
      reason,
    })
    if (before) await changeAcquirer(context, before.id, { state: 'retired' })
    const used = await changeAcquirer(context, id, { state: 'active' })
    context.about(id)
    context.noteChange({ acquirer: before?.name ?? null }, { acquirer: row.name })
    return shownAcquirer(used, context.now)
  },
})

export const stopAcquirer = defineOperation({
  name: 'stop_acquirer',
  title: 'Stop using an acquirer',
  summary:
    'Accepts no new payments, payouts and settlements in live mode until an acquirer is used again. What is under way is finished. Takes two people where the merchant has two.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: UseAcquirer,
  output: AcquirerAccount,
  async run(context, { id, reason }) {
    assertLive(context)
    const row = await lockAcquirer(context, id)
    if (row.state !== 'active') return shownAcquirer(row, context.now)
    await holdChange(context, {
      operation: 'stop_acquirer',
      input: { id },
      object_id: id,
      changes: [
        { label: 'Acquirer of new payments', before: `${row.name}, ${row.url}`, after: 'No acquirer' },
      ],
      looser: true,
      always: true,
      reason,
    })
    const stopped = await changeAcquirer(context, id, { state: 'retired' })
    context.about(id)
    context.noteChange({ acquirer: row.name }, { acquirer: null })
    return shownAcquirer(stopped, context.now)
  },
})

export const setDirectCollection = defineOperation({
  name: 'switch_direct_collection',
  title: 'Set direct collection',
  summary:
    'Lets card numbers pass through this server, or has payers enter them on the page of the bank. Takes two people where the merchant has two.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: SetDirectCollection,
  output: AcquirerAccount,
  async run(context, { id, direct, typed_name, reason }) {
    assertLive(context)
    const row = await lockAcquirer(context, id)
    if (direct === (row.direct_since !== null)) return shownAcquirer(row, context.now)
    if (direct) {
      const { capabilities } = shownAcquirer(row, context.now)
      if (!capabilities.collection.includes('direct'))
        throw refused('acquirer_cannot', `${row.name} collects on its own page only.`)
      assertTyped(context, typed_name, DIRECT_SENTENCE, 'switch direct collection on')
    }
    await holdChange(context, {
      operation: 'switch_direct_collection',
      input: { id, direct, typed_name },
      object_id: id,
      changes: [{ label: 'Direct collection', before: onOrOff(!direct), after: onOrOff(direct) }],
      looser: direct,
      always: true,
      reason,
    })
    context.about(id)
    context.noteChange({ direct: !direct }, { direct })
    const set = direct
      ? { direct_since: BigInt(context.now), direct_by: context.actor.name }
      : { direct_since: null, direct_by: null }
    return shownAcquirer(await changeAcquirer(context, id, set), context.now)
  },
})

export const rotateAcquirerSecret = defineOperation({
  name: 'rotate_acquirer_secret',
  title: 'Rotate the secret of an acquirer',
  summary:
    'Replaces the secret that signs requests and notifications. The one before is accepted for 24 hours. Takes two people where the merchant has two.',
  permission: 'business:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: RotateAcquirerSecret,
  output: AcquirerAccount,
  async run(context, { id, secret, sealed, reason }) {
    assertLive(context)
    const row = await lockAcquirer(context, id)
    if (row.kind === 'gateway')
      throw refused(
        'input_validation_failed',
        'A gateway account has a key and a webhook secret. Rotate its credentials instead.',
        { field: 'secret' },
      )
    if (secret === undefined && sealed === undefined)
      throw refused('input_validation_failed', 'Enter the new secret.', { field: 'secret' })
    // What an approval kept is this server's own.
    const entered = sealed === undefined ? (secret ?? '') : context.vault.open(Buffer.from(sealed, 'base64'))
    const secret_encrypted = context.vault.seal(entered)
    await holdChange(context, {
      operation: 'rotate_acquirer_secret',
      input: { id, sealed: Buffer.from(secret_encrypted).toString('base64') },
      object_id: id,
      changes: [{ label: `Secret of ${row.name}`, before: 'The present one', after: 'Another one' }],
      looser: true,
      always: true,
      reason,
    })
    context.about(id)
    context.note({ secret: 'replaced' })
    const rotated = await changeAcquirer(context, id, {
      secret_encrypted,
      previous_secret_encrypted: row.secret_encrypted,
      previous_secret_until: BigInt(context.now + SECRET_OVERLAP),
    })
    return shownAcquirer(rotated, context.now)
  },
})

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off'
}
