/** The place that a connection redirects to: its host or scheme, or this device, whatever its port. */
const placeOf = (grant: string) =>
  `CASE WHEN ${grant}.redirect_host ~ '^(localhost|127[.]0[.]0[.]1|\\[::1\\])(:[0-9]+)?$' THEN '' ELSE ${grant}.redirect_host END`

/** Letters and digits that look like the Latin letters below them, in lower case or as capitals. */
const LOOKALIKES = 'абвсСеԁһіјкӏмнорԛѕтԝхуАВЕНІЈКМОРЅТУХαβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ01i'
const LATIN = 'abbccedhljklmhopqstwxyabehljkmopstyxabelkvoptuxabezhlkmnoptyxoll'

/**
 * A name as it is compared: without accents, spaces and punctuation, in one case and width, with one letter for those that
 * look alike. "ALPHA APP" and "Alpha-App" are one name. A name of nothing else stays as it is.
 */
function nameKey(name: string): string {
  const plain = `regexp_replace(lower(normalize(${name}, NFKD)), '[\u0001-/:-@[-\`{-\u00bf\u0300-\u036f\u2000-\u206f\u3000-\u3003\ufe00-\ufe0f]', '', 'g')`
  return `coalesce(nullif(translate(${plain}, '${LOOKALIKES}', '${LATIN}'), ''), ${name})`
}

/**
 * The query for the IDs of all connections of an app for its user, also of those that have ended. They share pending
 * requests: each can read and withdraw it. An app that registers at each device is recognized by its name and by where it
 * redirects to, so that an app elsewhere gains nothing by claiming the name.
 * @param connection the expression for the ID of one of them; $1 is the account
 */
export function connectionsOfApp(connection = '$2'): string {
  return `${connectionsNamedAlike(connection)} AND (other.client_id = own.client_id OR ${placeOf('other')} = ${placeOf('own')})`
}

/**
 * The query for the IDs of the connections that share the limit of 24 hours: those of apps whose names read alike, wherever
 * they redirect to, so that neither another device nor a new connection raises it.
 * @param connection the expression for the ID of one of them; $1 is the account
 */
export function connectionsNamedAlike(connection = '$2'): string {
  return `SELECT other.id FROM oauth_grants own
    JOIN oauth_grants other ON other.account_id = own.account_id AND other.user_id = own.user_id
      AND (other.client_id = own.client_id OR ${nameKey('other.client_name')} = ${nameKey('own.client_name')})
    WHERE own.account_id = $1 AND own.id = ${connection}`
}
