import type { ReactNode } from 'react'

export type ScopeGroupProps = {
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
export function ScopeGroup({
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
