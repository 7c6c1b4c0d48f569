import type { ReactNode } from 'react'
import { LanguageLinks } from '#components/payer/language-links.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { listText } from '#lib/values/text.ts'
import { type ConsentError, ConsentFieldError } from './field-error.tsx'
import { MoneyLimits, type MoneyLimitsProps } from './money-limits.tsx'

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
  errors: ConsentError[]
  language: Language
  /** The address of the page, for the links to other languages. */
  path: string
}

/** Asks the user whether the app gets access, with as much weight on Deny as on Allow. */
export function ConsentForm(props: ConsentFormProps) {
  const { token, errors, accounts, limits, language, path } = props
  const t = textOf(language)
  const open = accounts.some(({ whyNot }) => whyNot === null)
  const some = open && props.groups.some(({ scopes }) => scopes.length > 0)
  return (
    <>
      <LanguageLinks language={language} path={path} className="languages" />
      <form method="post" id="switch">
        <input type="hidden" name="token" value={token} />
      </form>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        {/* The default button of Enter in a field: it decides nothing. */}
        <button type="submit" disabled hidden />
        <Head {...props} />
        <section>
          <ConsentAccountChoice accounts={accounts} errors={errors} language={language} />
          {props.groups.map((group) => (
            <ScopeGroup key={group.kind} {...group}>
              {group.kind === 'move' && limits && (
                <MoneyLimits limits={limits} errors={errors} language={language} />
              )}
            </ScopeGroup>
          ))}
          {open && props.more.length > 0 && <MoreAccess {...props} />}
          {some && (
            <p className="quiet">
              {props.cannot.length > 0 &&
                `${t(props.more.length > 0 ? 'consent.cannot_unless' : 'consent.cannot', { list: listText(props.cannot, t('consent.or')) })} `}
              {t('consent.never')}
            </p>
          )}
        </section>
        <section>
          {open && (
            <div className="field lasts">
              <label htmlFor="lasts">{t('consent.expires')}</label>
              <select
                id="lasts"
                name="lasts"
                defaultValue={props.lasts.find(({ chosen }) => chosen)?.days ?? 30}
              >
                {props.lasts.map(({ days }) => (
                  <option key={days} value={days}>
                    {t('consent.days', { count: days })}
                  </option>
                ))}
              </select>
              <ConsentFieldError field="lasts" errors={errors} />
            </div>
          )}
          {some && (
            <p className="quiet">
              {t.rich('consent.disconnect', { link: (words) => <a href="/connected-apps">{words}</a> })}
            </p>
          )}
          <div className={open ? 'decision' : undefined}>
            <button type="submit" name="decision" value="deny">
              {t('consent.deny')}
            </button>
            {open && (
              <button type="submit" name="decision" value="allow">
                {t('consent.allow')}
              </button>
            )}
          </div>
        </section>
      </form>
    </>
  )
}

/** Access beyond the request, for apps that can't ask for it later. Open where the reader has used it. */
function MoreAccess({ groups, more, limits, errors, language }: ConsentFormProps) {
  const t = textOf(language)
  const ownLimits = groups.some(({ kind }) => kind === 'move') ? null : limits
  const used = more.some(({ scopes }) => scopes.some(({ ticked }) => ticked))
  return (
    <details className="more" open={used}>
      <summary>{t('consent.more')}</summary>
      <p className="quiet">{t('consent.more_hint')}</p>
      {more.map((group) => (
        <ScopeGroup key={group.kind} {...group}>
          {group.kind === 'move' && ownLimits && (
            <MoneyLimits limits={ownLimits} errors={errors} language={language} />
          )}
        </ScopeGroup>
      ))}
    </details>
  )
}

function Head(props: ConsentFormProps) {
  const { clientName, origin, clientUri, person, errors, language } = props
  const t = textOf(language)
  return (
    <section>
      <h1>
        {t.rich('consent.heading', {
          name: () => (
            <span key="name" className="name" title={clientName}>
              “{clientName}”
            </span>
          ),
        })}
      </h1>
      <p className="quiet">
        {origin} {t('consent.claim')} {clientUri && t('consent.home', { url: clientUri })}
      </p>
      {errors.length > 0 && (
        <div className="error" role="alert">
          {errors.filter(isFirst).map(({ field, message }) => (
            <p key={message}>
              {field && TARGETS[field] ? <a href={`#${TARGETS[field]}`}>{message}</a> : message}
            </p>
          ))}
        </div>
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
              {t('consent.replace')} <span className="quiet">{t('consent.replace_hint')}</span>
            </span>
          </label>
        </div>
      ))}
      <p>
        {t.rich('consent.signed_in', { person: () => <strong key="person">{person}</strong> })}{' '}
        <button type="submit" form="switch" name="decision" value="switch" className="plain">
          {t('consent.other_account')}
        </button>
      </p>
    </section>
  )
}

/** Where the reader is sent afterwards, with what is known of it. */
function Destination({ redirectHost, device, checked, language }: ConsentFormProps) {
  const t = textOf(language)
  const host = () => <strong key="host">{redirectHost}</strong>
  if (device === 'scheme') return <p className="warning">{t.rich('consent.to_scheme', { host })}</p>
  if (device === 'loopback') return <p className="warning">{t.rich('consent.to_loopback', { host })}</p>
  if (!checked) return <p className="warning">{t.rich('consent.to_unverified', { host })}</p>
  return <p>{t.rich('consent.to_host', { host })}</p>
}

/** Whether an error says what none before it says: both limits can be above the same threshold. */
function isFirst({ message }: ConsentError, at: number, errors: ConsentError[]): boolean {
  return errors.findIndex((one) => one.message === message) === at
}

/** The link target of each error. */
const TARGETS: Record<string, string> = {
  account: 'accounts',
  limit_per_call: 'limit_per_call',
  limit_per_day: 'limit_per_day',
  password: 'password',
  lasts: 'lasts',
}

type AccountOption = {
  id: string
  merchant: string
  mode: 'test' | 'live'
  role: string
  /** Why the merchant does not allow this app; null when it does. */
  whyNot: string | null
  chosen: boolean
}

type AccountChoiceProps = { accounts: AccountOption[]; errors: ConsentError[]; language: Language }

/** In which account it acts: one mode of one merchant, and no other. */
function ConsentAccountChoice({ accounts, errors, language }: AccountChoiceProps) {
  const t = textOf(language)
  const reasons = [...new Set(accounts.flatMap(({ whyNot }) => whyNot ?? []))]
  const none = accounts.every(({ whyNot }) => whyNot !== null)
  return (
    <fieldset
      id="accounts"
      aria-describedby={errors.some(({ field }) => field === 'account') ? 'account-error' : undefined}
    >
      <legend>{t('consent.account')}</legend>
      <ConsentFieldError field="account" errors={errors} />
      {accounts.map(({ id, merchant, mode, role, whyNot, chosen }) => (
        <label key={id} className={whyNot === null ? 'choice' : 'choice closed'}>
          <input
            type="radio"
            name="account"
            value={id}
            defaultChecked={chosen}
            required
            disabled={whyNot !== null}
            aria-describedby={whyNot === null ? undefined : `why-${reasons.indexOf(whyNot)}`}
          />
          <span>
            {merchant}{' '}
            <span className={mode === 'live' ? 'mode live' : 'mode'}>
              {t(mode === 'test' ? 'consent.mode_test' : 'consent.mode_live')}
            </span>{' '}
            <span className="quiet">{t('consent.as_role', { role })}</span>
          </span>
        </label>
      ))}
      {reasons.map((reason, at) => (
        <p key={reason} id={`why-${at}`} className="warning">
          {none ? t('consent.not_allowed', { reason }) : reason}
        </p>
      ))}
    </fieldset>
  )
}

type ScopeGroupProps = {
  title: string
  kind: 'see' | 'change' | 'move'
  /** The consequence of ticking nothing, where it is easily missed. */
  hint: string | null
  scopes: {
    name: string
    sentence: string
    detail: string | null
    /** Where, or how far, it cannot be let. */
    notes: string[]
    ticked: boolean
  }[]
  /** Requested scopes that this person cannot grant, in sentences. */
  refused: string[]
}

/** The scopes of one kind: selectable ones, and below them the others. */
function ScopeGroup({
  title,
  kind,
  hint,
  scopes,
  refused,
  children,
}: ScopeGroupProps & { children?: ReactNode }) {
  return (
    <fieldset data-kind={kind}>
      <legend>{title}</legend>
      {hint !== null && <p className="warning">{hint}</p>}
      {scopes.map(({ name, sentence, detail, notes, ticked }) => (
        <label key={name} className="choice">
          <input type="checkbox" name="scope" value={name} defaultChecked={ticked} />
          <span>
            {sentence}{' '}
            {[...(detail === null ? [] : [detail]), ...notes].map((text) => (
              <span key={text} className="quiet">
                {text}{' '}
              </span>
            ))}
          </span>
        </label>
      ))}
      {children}
      {refused.map((sentence) => (
        <p key={sentence} className="quiet refused">
          {sentence}
        </p>
      ))}
    </fieldset>
  )
}
