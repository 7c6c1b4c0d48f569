import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Makes objects that live for a while, as a server under load does, and prints what the heap takes for new ones. */
const LOAD = `
let kept = []
for (let made = 0; made < 2e6; made += 1) {
  kept.push({ made, text: 'text ' + made })
  if (kept.length > 100_000) kept = []
}
const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
console.log(spaces.find(({ space_name }) => space_name === 'new_space').space_size)`

it('npm start bounds the space for new objects, which V8 sizes by the memory of the machine', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [program, ...given] = scripts.start.split(' ')
  expect([program, given.at(-1)]).toEqual(['node', 'scripts/start.mjs'])
  const size = Number(
    execFileSync(process.execPath, [...given.slice(0, -1), '--eval', LOAD], { encoding: 'utf8' }),
  )
  expect(size).toBeLessThanOrEqual(2 * 32 * 1024 * 1024)
})

it.skipIf(process.platform !== 'linux')(
  'a start with less than 1 GB takes options for little memory, and keeps its own',
  () => {
    // `process.constrainedMemory` is asked first of all, so a module that is loaded before says what there is.
    const small = 'data:text/javascript,process.constrainedMemory = () => 512 * 2 ** 20;'
    const shown = `${small}if (process.execArgv.includes('--optimize-for-size')) {
    console.log(JSON.stringify([process.pid, process.execArgv, process.env.MALLOC_ARENA_MAX])); process.exit() }`
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const args = [...scripts.start.split(' ').slice(1, -1), '--import', encodeURI(shown), 'scripts/start.mjs']
    const { stdout, pid } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    const [own, options, arenas] = JSON.parse(stdout)
    expect(own).toBe(pid)
    expect(arenas).toBe('2')
    expect(options).toEqual([
      '--import',
      encodeURI(shown),
      '--optimize-for-size',
      '--max-semi-space-size=2',
      '--max-old-space-size=307',
    ])
  },
)
