import { type Command, helpText, JSON_OPTION } from './command.ts'

const MERCHANT = { value: 'mer_…', required: true, help: 'The merchant, as `merchant list` shows it.' }

const EMAIL = { value: 'address', required: true, help: 'The email address that the person signs in with.' }
const REVOKE_KEYS = { help: 'Also revoke the API keys that the person created.' }

/** Everything that the command line can do. What a command needs is loaded when it is used. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'merchant create',
    summary: 'Creates a merchant with its test and its live account.',
    options: {
      name: { value: 'name', required: true, help: 'What the merchant is called.' },
      country: { value: 'code', help: 'IN (the default), MY, SG or US; decides the currency.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./merchants.ts')).create(values),
  },
  {
    words: 'merchant list',
    summary: 'Lists the merchants.',
    options: JSON_OPTION,
    run: async () => (await import('./merchants.ts')).list(),
  },
  {
    words: 'user create',
    summary: 'Gives a person a role in a merchant. Somebody new gets a password, which is printed once.',
    options: {
      email: { value: 'address', required: true, help: 'What the person signs in with.' },
      name: { value: 'name', required: true, help: 'What the person is called.' },
      merchant: MERCHANT,
      role: { value: 'role', required: true, help: 'owner, admin, finance, support, developer or viewer.' },
      'password-stdin': { help: 'Read the password from standard input instead of making one.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./users.ts')).create(values),
  },
  {
    words: 'user password',
    summary: 'Gives a person another password. Their sign-ins and what they let programs do end at once.',
    options: {
      email: { value: 'address', required: true, help: 'What the person signs in with.' },
      'password-stdin': { help: 'Read the password from standard input instead of making one.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./users.ts')).password(values),
  },
  {
    words: 'user list',
    summary: 'Lists the people of a merchant, or all, with their roles and whether they are disabled.',
    options: { merchant: { value: 'mer_…', help: 'Only the people of this merchant.' }, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).list(values),
  },
  {
    words: 'user show',
    summary: 'Shows a person: merchants and roles, open sessions, connected apps, and active API keys.',
    options: { email: EMAIL, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).show(values),
  },
  {
    words: 'user disable',
    summary:
      'Ends the access of a person to every merchant. Sessions and connected apps end at once; API keys that the person created are listed.',
    options: { email: EMAIL, 'revoke-keys': REVOKE_KEYS, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).disable(values),
  },
  {
    words: 'user enable',
    summary: 'Lets a disabled person sign in again. Ended sessions, apps and keys stay ended.',
    options: { email: EMAIL, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).enable(values),
  },
  {
    words: 'user remove',
    summary: 'Removes a person from one merchant. History keeps the name.',
    options: { email: EMAIL, merchant: MERCHANT, 'revoke-keys': REVOKE_KEYS, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).remove(values),
  },
  {
    words: 'keys create',
    summary: 'Creates an API key and prints its secret, once.',
    options: {
      merchant: MERCHANT,
      mode: { value: 'test|live', required: true, help: 'Which account of the merchant the key opens.' },
      name: { value: 'name', help: 'What the key is for.' },
      scopes: {
        value: 'a,b',
        help: 'What it may do, as in orders:read,payments:read; without it, everything.',
      },
      expires: {
        value: '90d|2026-12-31',
        help: 'After how many days it ends, or with which day (UTC); without it, never.',
      },
      from: {
        value: 'a,b',
        help: 'Addresses and networks it is accepted from, as in 203.0.113.0/24; without it, everywhere.',
      },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./keys.ts')).create(values),
  },
  {
    words: 'keys list',
    summary: 'Lists the API keys, without their secrets.',
    options: { merchant: { value: 'mer_…', help: 'Only those of this merchant.' }, ...JSON_OPTION },
    run: async (values) => (await import('./keys.ts')).list(values),
  },
  {
    words: 'keys revoke',
    summary: 'Ends an API key: within a second it opens nothing any more.',
    argument: { name: 'key', help: 'The id of the key, as in key_test_ and 14 letters or digits.' },
    options: JSON_OPTION,
    run: async (values) => (await import('./keys.ts')).revoke(values),
  },
  {
    words: 'worker',
    summary: 'Runs jobs in this process, beside servers that run with WORKER=apart.',
    options: {},
    run: async () => {
      await import('#scripts/worker.ts')
      return null
    },
  },
  {
    words: 'migrate',
    summary: 'Brings the database to the state of this version.',
    options: JSON_OPTION,
    run: async () => (await import('./migrate.ts')).migrate(),
  },
  {
    words: 'doctor',
    summary:
      'Looks for what is wrong: settings, database, queue, ledger, bank calls, jobs. Exits with 1 if anything is.',
    options: JSON_OPTION,
    run: async () => (await import('./doctor.ts')).examine(),
  },
  {
    words: 'help',
    summary: 'Prints this.',
    options: {},
    run: async () => ({ json: {}, text: helpText(COMMANDS) }),
  },
]
