import { execFileSync } from 'node:child_process'
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
