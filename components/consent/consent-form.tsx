import { AccountChoice, type AccountOption } from './account-choice.tsx'
import { ConsentFieldError } from './field-error.tsx'
import { MoneyLimits, type MoneyLimitsProps } from './money-limits.tsx'
import { ScopeGroup, type ScopeGroupProps } from './scope-group.tsx'

/** Why the form is shown again, and next to which part of it that is said. */
export type ConsentError = { message: string; field?: string | undefined }

/** The props of the screen: formatted text, except for the names. */
type ConsentFormProps = {
  clientName: string
  /** How it became known, as a sentence. */
  origin: string
  clientUri: string | null
  redirectHost: string
  /** How it is sent to an app on the reader's device; null for one on the internet. */
  device: 'loopback' | 'scheme' | null
  /** Staff registered the client, so it is known. */
  checked: boolean
  /** Its existing connections, and whether this one replaces them. */
  connected: { id: string; title: string; lines: string[]; replaced: boolean }[]
  person: string
  accounts: AccountOption[]
  /** The optional scopes, by effect. */
  groups: ScopeGroupProps[]
  /** The scopes that it did not request and that the reader can add, by effect. */
  more: ScopeGroupProps[]
  /** How much it may move without asking; null where nothing that moves money can be let. */
  limits: MoneyLimitsProps['limits'] | null
  lasts: { days: number; chosen: boolean }[]
  cannot: string[]
  token: string
  error: ConsentError | null
}

/** Asks the user whether the app gets access, with as much weight on Deny as on Allow. */
export function ConsentForm(props: ConsentFormProps) {
  const { token, error, accounts, limits } = props
  const open = accounts.some(({ whyNot }) => whyNot === null)
  const some = open && props.groups.some(({ scopes }) => scopes.length > 0)
  return (
    <>
      <form method="post" id="switch">
        <input type="hidden" name="token" value={token} />
      </form>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        {/* The default button of Enter in a field: it decides nothing. */}
        <button type="submit" disabled hidden />
        <Head {...props} />
        <section>
          <AccountChoice accounts={accounts} error={error} />
          {props.groups.map((group) => (
            <ScopeGroup key={group.kind} {...group}>
              {group.kind === 'move' && limits && <MoneyLimits limits={limits} error={error} />}
            </ScopeGroup>
          ))}
          {open && props.more.length > 0 && <MoreAccess {...props} />}
          {some && (
            <p className="quiet">
              {props.cannot.length > 0 &&
                `${props.more.length > 0 ? "Unless you allow more, it can't" : "It can't"} ${listed(props.cannot)}. `}
              It can't do anything that you deselect or that your own role doesn't allow.
            </p>
          )}
        </section>
        <section>
          {open && (
            <div className="field lasts">
              <label htmlFor="lasts">Access expires after</label>
              <select
                id="lasts"
                name="lasts"
                defaultValue={props.lasts.find(({ chosen }) => chosen)?.days ?? 30}
              >
                {props.lasts.map(({ days }) => (
                  <option key={days} value={days}>
                    {days === 1 ? '1 day' : `${days} days`}
                  </option>
                ))}
              </select>
              <ConsentFieldError field="lasts" error={error} />
            </div>
          )}
          {some && (
            <p className="quiet">
              You can disconnect it at any time under <a href="/connected-apps">Connected apps</a>, where all
              of its calls are recorded.
            </p>
          )}
          <div className={open ? 'decision' : undefined}>
            <button type="submit" name="decision" value="deny">
              Deny
            </button>
            {open && (
              <button type="submit" name="decision" value="allow">
                Allow
              </button>
            )}
          </div>
        </section>
      </form>
    </>
  )
}

/** Access beyond the request, for apps that can't ask for it later. Open where the reader has used it. */
function MoreAccess({ groups, more, limits, error }: ConsentFormProps) {
  const ownLimits = groups.some(({ kind }) => kind === 'move') ? null : limits
  const used = more.some(({ scopes }) => scopes.some(({ ticked }) => ticked))
  return (
    <details className="more" open={used}>
      <summary>Allow more than the app requested</summary>
      <p className="quiet">Some apps can't request more access later. Select only what your task needs.</p>
      {more.map((group) => (
        <ScopeGroup key={group.kind} {...group}>
          {group.kind === 'move' && ownLimits && <MoneyLimits limits={ownLimits} error={error} />}
        </ScopeGroup>
      ))}
    </details>
  )
}

function Head(props: ConsentFormProps) {
  const { clientName, origin, clientUri, person, error } = props
  return (
    <section>
      <h1>
        <span className="name" title={clientName}>
          “{clientName}”
        </span>{' '}
        wants to act for you
      </h1>
      <p className="quiet">
        {origin} The name is the app's own claim. {clientUri && ` Its stated home page is ${clientUri}.`}
      </p>
      {error && (
        <p className="error" role="alert">
          {error.field && TARGETS[error.field] ? (
            <a href={`#${TARGETS[error.field]}`}>{error.message}</a>
          ) : (
            error.message
          )}
        </p>
      )}
      <Destination {...props} />
      {props.connected.map(({ id, title, lines, replaced }) => (
        <div key={id} className="connected">
          <strong>{title}</strong>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <label className="choice">
            <input type="checkbox" name="replace" value={id} defaultChecked={replaced} />
            <span>
              Replace this connection{' '}
              <span className="quiet">
                It ends when the app has connected again. Deselect it if it is on another device or in another
                window.
              </span>
            </span>
          </label>
        </div>
      ))}
      <p>
        Signed in as <strong>{person}</strong>.{' '}
        <button type="submit" form="switch" name="decision" value="switch" className="plain">
          Use another account
        </button>
      </p>
    </section>
  )
}

/** Where the reader is sent afterwards, with what is known of it. */
function Destination({ redirectHost, device, checked }: ConsentFormProps) {
  if (device === 'scheme')
    return (
      <p className="warning">
        You'll be redirected to the app on this device that opens <strong>{redirectHost}</strong> links.
        Continue only if you just started it yourself.
      </p>
    )
  if (device === 'loopback')
    return (
      <p className="warning">
        You'll be redirected to <strong>{redirectHost}</strong> (an app on this computer). Continue only if
        you just started it yourself.
      </p>
    )
  if (!checked)
    return (
      <p className="warning">
        You'll be redirected to <strong>{redirectHost}</strong>. This server hasn't verified who runs it.
        Continue only if you know it.
      </p>
    )
  return (
    <p>
      You'll be redirected to <strong>{redirectHost}</strong>.
    </p>
  )
}

/** The link target of each error. */
const TARGETS: Record<string, string> = {
  account: 'accounts',
  limit_per_call: 'limit_per_call',
  limit_per_day: 'limit_per_day',
  password: 'password',
  lasts: 'lasts',
}

/** "capture payments, change customers, or issue bills" */
function listed(clauses: string[]): string {
  const last = clauses.at(-1) ?? ''
  const before = clauses.slice(0, -1)
  return before.length === 0 ? last : `${before.join(', ')}, or ${last}`
}
