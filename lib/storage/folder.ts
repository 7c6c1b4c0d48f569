import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { assertKey, type Listed, NotStored, type Storage } from '#lib/ports/storage.ts'

/** Half-written objects lie here, beside the others, so that moving them into place is one step of the file system. */
const UNFINISHED = '.unfinished'

/** Objects as files below a folder of the data folder. */
export function folderStorage(root: string): Storage {
  const placeOf = (key: string) => {
    assertKey(key)
    return join(root, ...key.split('/'))
  }
  return {
    async put(key, bytes) {
      const place = placeOf(key)
      const unfinished = join(root, UNFINISHED, randomUUID())
      await makeFolder(dirname(unfinished))
      try {
        await write(unfinished, bytes)
        await makeFolder(dirname(place))
        await rename(unfinished, place)
      } catch (thrown) {
        await rm(unfinished, { force: true })
        throw thrown
      }
      await flushFolder(dirname(place))
    },
    async get(key, range) {
      const place = placeOf(key)
      const file = await open(place).catch((thrown) => {
        throw isMissing(thrown) ? new NotStored(key, { cause: thrown }) : thrown
      })
      return file.createReadStream(range ? { start: range.first, end: range.last } : {})
    },
    async delete(key) {
      await rm(placeOf(key), { force: true })
    },
    async *list(prefix) {
      for await (const found of filesBelow(root, '')) if (found.key.startsWith(prefix)) yield found
    },
    async clearUnfinished(before) {
      let cleared = 0
      const folder = join(root, UNFINISHED)
      for (const name of await namesIn(folder)) {
        const place = join(folder, name)
        if ((await timestampOf(place)) >= before) continue
        await rm(place, { force: true })
        cleared += 1
      }
      return cleared
    },
  }
}

/** On the disk, and not only on its way there, before anything says that it is stored. */
async function write(place: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** The name of a file is kept by its folder, which is flushed apart; systems that cannot do so need not. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function* filesBelow(root: string, path: string): AsyncIterable<Listed> {
  for (const name of await namesIn(join(root, path))) {
    if (path === '' && name === UNFINISHED) continue
    const inside = join(path, name)
    const found = await stat(join(root, inside)).catch(() => null)
    if (found?.isDirectory()) yield* filesBelow(root, inside)
    else if (found) yield { key: inside.split(sep).join('/'), stored_at: Math.floor(found.mtimeMs / 1000) }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((thrown) => {
    if (isMissing(thrown)) return []
    throw thrown
  })
}

/** A file that is gone meanwhile is newer than anything. */
async function timestampOf(place: string): Promise<number> {
  const found = await stat(place).catch(() => null)
  return found ? Math.floor(found.mtimeMs / 1000) : Number.POSITIVE_INFINITY
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT'
}
