/** What the screen says, all of it in words already but for the names. */
export type ConsentFormProps = {
  clientName: string
  /** How it became known, as a sentence. */
  origin: string
  clientUri: string | null
  redirectHost: string
  loopback: boolean
  person: string
  accounts: { id: string; merchant: string; mode: 'test' | 'live'; chosen: boolean }[]
  /** What can be unticked, by what it comes to. */
  groups: { title: string; scopes: { name: string; can: string; ticked: boolean }[] }[]
  cannot: string[]
  token: string
  refusal: string | null
}

/** The question whether a program may act for somebody, with as much weight on No as on Yes. */
export function ConsentForm(props: ConsentFormProps) {
  const { clientName, origin, clientUri, redirectHost, loopback, person, accounts } = props
  return (
    <form method="post">
      <input type="hidden" name="token" value={props.token} />
      <section>
        <h1>“{clientName}” asks to act for you</h1>
        <p className="quiet">
          {origin} The name is what it calls itself.
          {clientUri && ` It says that its home page is ${clientUri}.`}
        </p>
        <p>
          When you decide, you are sent to <strong>{redirectHost}</strong>.
        </p>
        {loopback && (
          <p className="warning">
            That is a program on your own computer. Go on only if you have just started it there yourself.
          </p>
        )}
        {props.refusal && (
          <p className="refusal" role="alert">
            {props.refusal}
          </p>
        )}
      </section>
      <section>
        <p>
          You are signed in as <strong>{person}</strong>.{' '}
          <button type="submit" name="decision" value="switch" className="plain">
            Use another sign-in
          </button>
        </p>
        <fieldset>
          <legend>It acts in</legend>
          {accounts.map(({ id, merchant, mode, chosen }) => (
            <label key={id} className="choice">
              <input type="radio" name="account" value={id} defaultChecked={chosen} required />
              <span>
                {merchant}{' '}
                <span className="mode">{mode === 'test' ? 'Test: no real money' : 'Live: real money'}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {props.groups.map(({ title, scopes }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {scopes.map(({ name, can, ticked }) => (
              <label key={name} className="choice">
                <input type="checkbox" name="scope" value={name} defaultChecked={ticked} />
                <span>{can}</span>
              </label>
            ))}
          </fieldset>
        ))}
        <h2>It cannot</h2>
        <ul className="quiet">
          {props.cannot.map((text) => (
            <li key={text}>{text}</li>
          ))}
          <li>do anything that your own role does not let you do</li>
        </ul>
      </section>
      <section className="stub">
        <p className="quiet">
          It lasts until you end it under <a href="/connected-apps">Connected apps</a>, and 180 days at most.
          Everything that it does is on record there.
        </p>
        <div className="decision">
          <button type="submit" name="decision" value="deny">
            Deny
          </button>
          <button type="submit" name="decision" value="allow">
            Allow
          </button>
        </div>
      </section>
    </form>
  )
}
