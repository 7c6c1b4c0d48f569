import { type Command, helpText, JSON_OPTION } from './command.ts'

const MERCHANT = { value: 'mer_…', required: true, help: "The merchant's ID, as shown by `merchant list`." }

const BACKUP = { name: 'backup', help: 'Its path, or its s3://bucket/key.' }
const OPENED_WITH = {
  'identity-file': { value: 'path', help: 'The secret keys of age that open it, as written by age-keygen.' },
  'passphrase-file': { value: 'path', help: 'The passphrase that opens it, on one line.' },
}

const EMAIL = { value: 'address', required: true, help: "The user's email." }
const REVOKE_KEYS = { help: 'Also revoke the API keys that the user created.' }

/** The commands of the command line. The modules of a command are loaded when it is used. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'merchant create',
    summary: 'Creates a merchant with a test and a live account.',
    options: {
      name: { value: 'name', required: true, help: "The merchant's name." },
      country: { value: 'code', help: 'IN (default), MY, SG or US. Sets the currency.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./merchants.ts')).makeMerchant(values),
  },
  {
    words: 'merchant list',
    summary: 'Lists the merchants.',
    options: JSON_OPTION,
    run: async () => (await import('./merchants.ts')).listMerchants(),
  },
  {
    words: 'merchant export',
    summary:
      'Writes everything of one account into a ZIP file: each kind of record as NDJSON, and all documents. Secrets and full account numbers are left out.',
    options: {
      merchant: MERCHANT,
      mode: { value: 'test|live', required: true, help: 'test or live.' },
      file: { value: 'path', required: true, help: 'The file to write, which must not exist yet.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./merchant-data.ts')).exportMerchant(values),
  },
  {
    words: 'merchant delete',
    summary:
      'Requests the deletion of a merchant with both modes and all data. It takes effect after 7 days; its owners are emailed, and can cancel it or confirm it at once. Rejected while there is money in live mode.',
    options: {
      merchant: MERCHANT,
      name: { value: 'name', required: true, help: "The merchant's name, as a confirmation." },
      cancel: { help: 'Cancel the deletion that was requested.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./merchant-data.ts')).deleteMerchant(values),
  },
  {
    words: 'user create',
    summary: 'Gives a user a role in a merchant. A new user gets a password, which is printed once.',
    options: {
      email: { value: 'address', required: true, help: "The user's email, used to sign in." },
      name: { value: 'name', required: true, help: "The user's name." },
      merchant: MERCHANT,
      role: {
        value: 'role',
        required: true,
        help: 'owner, admin, finance, support, developer, viewer, or a role that the merchant made, by its name or ID.',
      },
      'password-stdin': { help: 'Read the password from standard input instead of generating one.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./users.ts')).makeUser(values),
  },
  {
    words: 'user password',
    summary: "Sets a new password. The user's sessions and connected apps end immediately.",
    options: {
      email: { value: 'address', required: true, help: "The user's email, used to sign in." },
      'password-stdin': { help: 'Read the password from standard input instead of generating one.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./users.ts')).password(values),
  },
  {
    words: 'user list',
    summary: 'Lists the users of one merchant or all, with their roles and whether they are disabled.',
    options: { merchant: { value: 'mer_…', help: 'Only users of this merchant.' }, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).listAccess(values),
  },
  {
    words: 'user show',
    summary: 'Shows a user: merchants and roles, open sessions, connected apps, and active API keys.',
    options: { email: EMAIL, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).show(values),
  },
  {
    words: 'user disable',
    summary:
      "Ends a user's access to every merchant. Sessions and connected apps end immediately; the API keys that the user created are listed.",
    options: { email: EMAIL, 'revoke-keys': REVOKE_KEYS, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).disable(values),
  },
  {
    words: 'user enable',
    summary: 'Lets a disabled user sign in again. Ended sessions, apps and keys stay ended.',
    options: { email: EMAIL, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).enable(values),
  },
  {
    words: 'user second-factor',
    summary: 'Removes the authenticator app and passkeys of a user who lost them. Their sessions end.',
    options: { email: EMAIL, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).removeFactors(values),
  },
  {
    words: 'user remove',
    summary: 'Removes a user from one merchant. History keeps the name.',
    options: { email: EMAIL, merchant: MERCHANT, 'revoke-keys': REVOKE_KEYS, ...JSON_OPTION },
    run: async (values) => (await import('./access.ts')).remove(values),
  },
  {
    words: 'keys create',
    summary: 'Creates an API key and prints its secret, once.',
    options: {
      merchant: MERCHANT,
      mode: { value: 'test|live', required: true, help: 'test or live.' },
      name: { value: 'name', help: 'The purpose of the key.' },
      scopes: {
        value: 'a,b',
        help: 'Permissions, such as orders:read,payments:read. Default: full access.',
      },
      expires: {
        value: '90d|2026-12-31',
        help: 'Expiry as a number of days or a date (UTC). Default: never.',
      },
      from: {
        value: 'a,b',
        help: 'Allowed IP addresses and networks, such as 203.0.113.0/24. Default: all.',
      },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./keys.ts')).makeKey(values),
  },
  {
    words: 'keys list',
    summary: 'Lists the API keys, without their secrets.',
    options: { merchant: { value: 'mer_…', help: 'Only keys of this merchant.' }, ...JSON_OPTION },
    run: async (values) => (await import('./keys.ts')).listKeys(values),
  },
  {
    words: 'keys revoke',
    summary: 'Revokes an API key. Requests with it fail within a second.',
    argument: { name: 'key', help: 'The key ID: key_test_ or key_live_ and 14 letters or digits.' },
    options: JSON_OPTION,
    run: async (values) => (await import('./keys.ts')).revoke(values),
  },
  {
    words: 'sandbox',
    summary:
      'Starts a server in test mode on a free port of this machine and prints one line of JSON: its URLs, an API key and a sign-in. Its data is deleted when it is stopped, or when the process that started it ends.',
    options: {
      ephemeral: { help: 'Required. Nothing is kept, and nothing is flushed to disk.' },
      demo: { help: 'With the demo merchant and its history, in place of an empty merchant.' },
    },
    run: async (values) => (await import('./sandbox.ts')).sandbox(values),
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
    summary: 'Migrates the database to this version.',
    options: JSON_OPTION,
    run: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  {
    words: 'jobs list',
    summary:
      'Lists jobs of the queue, the oldest first, up to 500. Default: those that failed after all retries.',
    options: {
      state: { value: 'state', help: 'failed (default), ready, deferred or active.' },
      queue: { value: 'name', help: 'Only jobs of this queue, such as process-refund.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./jobs.ts')).list(values),
  },
  {
    words: 'jobs retry',
    summary: 'Queues a failed job again. Harmless: jobs look at the state first.',
    argument: { name: 'job', help: 'The ID of the job, as shown by `jobs list`.' },
    options: JSON_OPTION,
    run: async (values) => (await import('./jobs.ts')).retry(values),
  },
  {
    words: 'jobs drop',
    summary:
      'Deletes a failed job. The record that it was about stays as it is: a pending refund stays pending.',
    argument: { name: 'job', help: 'The ID of the job, as shown by `jobs list`.' },
    options: JSON_OPTION,
    run: async (values) => (await import('./jobs.ts')).drop(values),
  },
  {
    words: 'backup verify',
    summary:
      'Restores a backup into an instance of its own, checks that as `doctor` does, and removes it. Exits with 1 if anything is wrong.',
    argument: BACKUP,
    options: { ...OPENED_WITH, ...JSON_OPTION },
    run: async (values) => (await import('./restore.ts')).verify(values),
  },
  {
    words: 'backup base',
    summary:
      'Takes a base backup of the embedded database into WAL_ARCHIVE, as the server does every day, and deletes those that are too old.',
    options: JSON_OPTION,
    run: async () => (await import('./backup.ts')).baseBackup(),
  },
  {
    words: 'backup',
    summary:
      'Backs up the database and the documents to one file, while the server runs. SECRET_KEY is included where the file is encrypted.',
    options: {
      to: { value: 'place', help: 'A folder, or s3://bucket/prefix. Default: backups in DATA_DIR.' },
      recipient: { value: 'age1…,age1…', help: 'Encrypts for these public keys of age.' },
      'passphrase-file': { value: 'path', help: 'Encrypts with this passphrase of at least 16 characters.' },
      keep: { value: 'number', help: 'Then deletes all but this many of the newest backups there.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./backup.ts')).backup(values),
  },
  {
    words: 'restore',
    summary:
      'Restores a backup into the empty database of DATA_DIR or DATABASE_URL, or the archive of an embedded database as of a time into an empty DATA_DIR. Everything is checked, and nothing is overwritten.',
    argument: { ...BACKUP, optional: true },
    options: {
      'from-archive': { value: 'folder', help: 'The folder of WAL_ARCHIVE, in place of a backup.' },
      to: {
        value: 'time',
        help: 'With --from-archive: a time with its zone, such as 2026-11-29T14:30:00+05:30, or latest.',
      },
      ...OPENED_WITH,
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./restore.ts')).restore(values),
  },
  {
    words: 'secret rotate',
    summary:
      'Begins a change of SECRET_KEY while servers run, or goes on with it: makes a new key, and seals every secret again. The former key works until `secret finish`.',
    options: JSON_OPTION,
    run: async (values) => (await import('./secret.ts')).rotate(values),
  },
  {
    words: 'secret status',
    summary: 'Says which SECRET_KEY each process has, and how many values an older data key has sealed.',
    options: JSON_OPTION,
    run: async () => (await import('./secret.ts')).status(),
  },
  {
    words: 'secret finish',
    summary:
      'Ends a change of SECRET_KEY: the former key opens nothing any more. Rejected while a process still has it.',
    options: JSON_OPTION,
    run: async () => (await import('./secret.ts')).finish(),
  },
  {
    words: 'secret cancel',
    summary: 'Ends a change of SECRET_KEY with the former key, as when the new one was lost.',
    options: JSON_OPTION,
    run: async () => (await import('./secret.ts')).cancel(),
  },
  {
    words: 'counters repair',
    summary:
      'Makes the counters of payments, orders and refunds equal the records. The server can keep running.',
    options: JSON_OPTION,
    run: async () => (await import('./counters.ts')).repair(),
  },
  {
    words: 'audit verify',
    summary:
      'Compares the audit log with its seals: changed, removed and inserted lines show. Exits with 1 if there are any.',
    options: { merchant: { value: 'mer_…', help: 'Only accounts of this merchant.' }, ...JSON_OPTION },
    run: async (values) => (await import('./audit.ts')).verify(values),
  },
  {
    words: 'bank',
    summary:
      'Runs the bank simulator as an acquirer of its own on 127.0.0.1 and prints its URL and secret. Needs no database.',
    options: {
      port: { value: '4100', help: 'The port. 0 chooses a free one.' },
      secret: { value: 'whsec_…', help: 'The secret that signs. Default: a new one.' },
      folder: { value: 'path', help: 'Where it keeps payments. Default: in memory only.' },
      latency: { value: 'ms', help: 'How long each response takes. Default: 0.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./acquirers.ts')).bank(values),
  },
  {
    words: 'certify-acquirer',
    summary:
      'Checks the sandbox of an adapter against the acquirer protocol. Exits with 1 if a check fails. Needs no database.',
    argument: { name: 'url', help: "The adapter's URL." },
    options: {
      secret: { value: 'whsec_…', help: 'The secret that signs. Default: ACQUIRER_SECRET.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./acquirers.ts')).certifyAcquirer(values),
  },
  {
    words: 'compare',
    summary:
      'Replays an HTTP archive (HAR 1.2) of the real service here, in test mode, and prints which properties of the responses differ. Exits with 1 if any do.',
    argument: {
      name: 'recording',
      help: 'The file. Secrets and personal data in it are neither sent nor printed.',
    },
    options: {
      url: {
        value: 'url',
        help: 'URL of the server. Default: BASE_URL, else that of demo.json in DATA_DIR.',
      },
      key: { value: 'id:secret', help: 'A test key. Default: COUNTERFOIL_KEY, else that of demo.json.' },
      host: { value: 'name', help: 'The host of the API in the recording. Default: found by its paths.' },
      wait: {
        value: 'seconds',
        help: 'How long reads are repeated in all while the state of a record differs, such as that of a refund. Default: 30.',
      },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./compare.ts')).compare(values),
  },
  {
    words: 'import-gateway',
    summary:
      'Imports customers, orders, payments, refunds and settlements of a gateway account into the live account, or continues. Exits with 1 if it does not finish, or records are left out.',
    options: {
      merchant: MERCHANT,
      acquirer: { value: 'acq_…', help: 'The gateway account, if there are several.' },
      since: { value: '2026-01-31', help: 'Only records created on this day or later. Default: all.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./import-gateway.ts')).importGateway(values),
  },
  {
    words: 'doctor',
    summary:
      'Checks settings, database, queue, ledger, bank calls, acquirers and jobs. Exits with 1 if anything is wrong.',
    options: {
      fix: { help: 'Repair what can be repaired safely: privileges, queues, counters. Then check again.' },
      ...JSON_OPTION,
    },
    run: async (values) => (await import('./doctor.ts')).examine(values),
  },
  {
    words: 'help',
    summary: 'Shows this help.',
    options: {},
    run: async () => ({ json: {}, text: helpText(COMMANDS) }),
  },
]
