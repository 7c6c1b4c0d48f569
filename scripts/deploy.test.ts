import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const UNITS = ['counterfoil.service', 'counterfoil-worker.service']
const textOf = (path: string) => readFileSync(path, 'utf8')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it('a unit and an image start the server as `npm start` does', () => {
  const start: string = JSON.parse(textOf('package.json')).scripts.start
  const options = start.replace(/^node /, '')
  expect(textOf('deploy/counterfoil.service')).toContain(
    `ExecStart=/opt/counterfoil/node_modules/.bin/node ${options}\n`,
  )
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(textOf('Dockerfile')) ?? []
  expect(JSON.parse(command)).toEqual(['node_modules/.bin/node', ...options.split(' ')])
})

it('a unit gives a stop more time than the server takes', () => {
  const source = textOf('scripts/server.ts')
  const part = Number(/PART_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', '')) / 1000
  const drain =
    Number(/DRAIN_MS = ([\d_]+)/.exec(textOf('lib/server/http-server.ts'))?.[1]?.replaceAll('_', '')) / 1000
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(textOf('deploy/counterfoil.service'))?.[1])
  expect(stop).toBeGreaterThan(part + drain)
})

it('the unit of a backup in the manual finds what the unit of the server has', () => {
  const [, backup = ''] =
    /counterfoil-backup\.service`[\s\S]*?```ini\n([^`]*)```/.exec(textOf('docs/operations.md')) ?? []
  const server = textOf('deploy/counterfoil.service')
  for (const setting of ['User', 'WorkingDirectory', 'EnvironmentFile']) {
    const [line = 'absent'] = new RegExp(`^${setting}=.*$`, 'm').exec(server) ?? []
    expect(backup).toContain(`${line}\n`)
  }
  const [folder = 'absent'] = /DATA_DIR=\S+/.exec(server) ?? []
  expect(backup).toContain(folder)
})

it.skipIf(!hasSystemd)('systemd accepts the units, and finds little that they could still be denied', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-units-'))
  try {
    const files = UNITS.map((name) => join(folder, name))
    for (const [index, name] of UNITS.entries())
      writeFileSync(files[index] ?? '', textOf(`deploy/${name}`).replaceAll('/opt/counterfoil', resolve('.')))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
    expect([status, stderr.split('\n').filter((line) => line.includes('counterfoil'))]).toEqual([0, []])
    for (const file of files) {
      const report = execFileSync('systemd-analyze', ['security', '--offline=true', file], {
        encoding: 'utf8',
      })
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
