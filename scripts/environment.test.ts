import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { misspeltSettings } from './environment.ts'

const inFile = (name: string) => misspeltSettings({ [name]: 'x' }, {}).get(name)
const inEnvironment = (name: string, more = {}) => misspeltSettings({}, { [name]: 'x', ...more }).get(name)

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['SMPT_URL', 'SMTP_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s is reported at any place', (name, setting) => {
  expect(inFile(name)).toBe(setting)
  expect(inEnvironment(name)).toBe(setting)
})

test('the .env file is ours: short names, two letters and prefixes count there', () => {
  expect(inFile('PROT')).toBe('PORT')
  expect(inFile('DATABSE_URI')).toBe('DATABASE_URL')
  expect(inFile('SIMULATOR_DELAY_SECONDS')).toMatch(/^SIMULATOR_/)
  for (const name of ['PROT', 'DATABSE_URI', 'SIMULATOR_DELAY_SECONDS'])
    expect(inEnvironment(name)).toBeUndefined()
})

test('a name next to the setting itself belongs to other software', () => {
  expect(inEnvironment('LOGLEVEL', { LOG_LEVEL: 'info' })).toBeUndefined()
})

test('settings of other software are left alone', () => {
  const names =
    'HOME HOSTNAME USER PATH POST SORT TZ LANG AWS_REGION AWS_ACCESS_KEY_ID POSTGRES_PASSWORD PGHOST PGPORT NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_cache COUNTERFOIL_KEY DEMO_FILE E2E_DATABASE_URL CHROMIUM_PATH REDIS_URL HTTP_PROXY MAIL SMTP_HOST S3_PORT'
  const given = Object.fromEntries(names.split(' ').map((name) => [name, 'x']))
  expect(misspeltSettings(given, given)).toEqual(new Map())
  expect(misspeltSettings({}, process.env)).toEqual(new Map())
})

test('.env.example is without a mistake', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(misspeltSettings(example, example)).toEqual(new Map())
})
