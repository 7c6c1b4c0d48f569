import { existsSync, rmSync } from 'node:fs'
import { keyRing } from '#lib/auth/key-ring.ts'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { masterKeyOf } from '#lib/process/env.ts'
import { countText } from '#lib/values/number-text.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { readSettings, readStoredKey, replaceKey, storeKey } from '#scripts/environment.ts'
import { resealAll } from '#scripts/secret-key/reseal.ts'
import {
  beginRotation,
  cancelRotation,
  finishRotation,
  newSecretKey,
  type RotationWork,
  resealWithNewest,
} from '#scripts/secret-key/rotate.ts'
import {
  assertRotating,
  isKey,
  type LivingProcess,
  livingProcesses,
  rotationUnderWay,
  storedKeys,
} from '#scripts/secret-key/state.ts'
import { withKeyLock } from '#scripts/start-lock.ts'
import type { Output, Values } from './command.ts'
import { withInstance } from './instance.ts'

/** Where a new key is stored until the database knows it. */
const nextTo = (keyFile: string) => `${keyFile}.next`

/** `keyFile` is null where SECRET_KEY is a setting. */
type Here = RotationWork & { keyFile: string | null }

/** Runs a step of a change of SECRET_KEY, one at a time. */
function changing<T>(step: (here: Here) => Promise<T>): Promise<T> {
  const isSetting = readSettings().SECRET_KEY !== undefined
  return withInstance(({ env, url, transaction }) =>
    withKeyLock(url, (query) =>
      step({
        query,
        transaction,
        ring: keyRing(),
        secretKey: masterKeyOf(env),
        keyFile: isSetting ? null : keyFileOf(env),
      }),
    ),
  )
}

/** `secret rotate`: begins a change of SECRET_KEY, or goes on with it. */
export function rotate(values: Values): Promise<Output> {
  return changing(async (here) => {
    const isBegun = (await rotationUnderWay(here.query)) !== null
    const shown = isBegun ? null : await begin(here, values.json !== true)
    const former = here.keyFile === null ? null : await placeKey(here, here.keyFile)
    const { newest } = await assertRotating(here.query)
    const result = await resealWithNewest(here, console.error)
    const lines = [
      `SECRET_KEY is being changed to ${newest.fingerprint}. ${countText(result.resealed, 'value was', 'values were')} sealed again.`,
      ...leftLines(result),
      ...(former === null ? [] : [`The new key is in ${here.keyFile}; the former one is kept in ${former}.`]),
      'Now restart every server and worker with the new key, one after the other. Then run `secret finish`.',
    ]
    return {
      json: {
        fingerprint: newest.fingerprint,
        secret_key: shown,
        key_file: here.keyFile,
        former_key_file: former,
        ...result,
      },
      text: lines.join('\n'),
      failed: result.left > 0,
    }
  })
}

/** @returns the new key where it is a setting, for the output of this one command */
async function begin(here: Here, isText: boolean): Promise<string | null> {
  if (here.keyFile !== null) {
    const next = nextTo(here.keyFile)
    // There is one already where a command was killed before the database knew it.
    storeKey(next, newSecretKey())
    await beginRotation(here, readStoredKey(next))
    return null
  }
  const key = newSecretKey()
  // Before the database knows it, so that a kill cannot leave a key that no one has.
  if (isText)
    console.log(
      `The new SECRET_KEY, shown only once. Set it in place of the former one for every server, worker and command:\nSECRET_KEY=${key}`,
    )
  await beginRotation(here, key)
  return key
}

/** Makes the new key that of this folder. @returns where the former one is kept; null when it was done before */
async function placeKey({ query }: Here, keyFile: string): Promise<string | null> {
  const next = nextTo(keyFile)
  const { newest } = await assertRotating(query)
  if (!existsSync(next) || fingerprintOf(readStoredKey(next)) !== newest.fingerprint) return null
  return replaceKey(keyFile, next)
}

function leftLines({ left, unreadable }: { left: number; unreadable: number }): string[] {
  return [
    ...(left > 0
      ? [`${countText(left, 'value was', 'values were')} in use by others. Run \`secret rotate\` again.`]
      : []),
    ...(unreadable > 0
      ? [`${countText(unreadable, 'value opens', 'values open')} with no data key, and stay as they are.`]
      : []),
  ]
}

/** `secret status`: which processes have which key, and how many values are left under older data keys. */
export function status(): Promise<Output> {
  return withInstance(async ({ env, runtime: { query } }) => {
    const own = masterKeyOf(env)
    const keys = await storedKeys(query)
    const running = await livingProcesses(query)
    const ring = keyRing()
    const { counts, left, unreadable } = await resealAll(query, ring, false)
    const { data_key } = ring.contents.state
    const newest = keys.at(-1)
    const isActive = Math.max(...ring.contents.keys.data.map(({ id }) => id)) === data_key
    const hasNewest = ({ secret_key }: LivingProcess) => secret_key === newest?.fingerprint
    const former = running.filter((one) => !hasNewest(one)).length
    const json = {
      changing: keys.length > 1,
      secret_keys: keys.map((key) => ({
        fingerprint: key.fingerprint,
        created_at: key.created_at,
        is_this: isKey(key, own),
        is_newest: key === newest,
      })),
      data_key,
      processes: running.map((one) => ({ ...one, has_newest_key: hasNewest(one) })),
      values: counts.map(({ column, older }) => ({ column, older })),
      left,
      unreadable,
      ready_to_finish: keys.length > 1 && isActive && left === 0 && former === 0,
    }
    const lines = [
      keys.length > 1
        ? `SECRET_KEY is being changed from ${keys[0]?.fingerprint} to ${newest?.fingerprint}.`
        : `SECRET_KEY is ${newest?.fingerprint}, and is not being changed.`,
      `${countText(running.length, 'process runs', 'processes run')}, ${former} with another key than the newest.`,
      `${countText(left, 'value is', 'values are')} sealed with an older data key.`,
      ...leftLines({ left: 0, unreadable }),
      ...(json.ready_to_finish ? ['Run `secret finish` with the new key.'] : []),
    ]
    return { json, text: lines.join('\n') }
  })
}

/** `secret finish`: the former SECRET_KEY opens nothing any more. */
export function finish(): Promise<Output> {
  return changing(async (here) => {
    const { former, newest } = await finishRotation(here)
    const text = `SECRET_KEY is now ${newest} alone; ${former} opens nothing in this database any more. Backups of before need ${former}: keep it as long as you keep them, or delete them if it has leaked.`
    return { json: { fingerprint: newest, former_fingerprint: former }, text }
  })
}

/** `secret cancel`: the new SECRET_KEY opens nothing any more. */
export function cancel(): Promise<Output> {
  return changing(async (here) => {
    const { former, newest } = await cancelRotation(here)
    if (here.keyFile !== null) rmSync(nextTo(here.keyFile), { force: true })
    const text = `The change to ${newest} was cancelled. SECRET_KEY stays ${former}.`
    return { json: { fingerprint: former, cancelled_fingerprint: newest }, text }
  })
}
