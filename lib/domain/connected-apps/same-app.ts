/** The place that a connection redirects to: its host or scheme, or this device, whatever its port. */
const placeOf = (grant: string) =>
  `CASE WHEN ${grant}.redirect_host ~ '^(localhost|127[.]0[.]0[.]1|\\[::1\\])(:[0-9]+)?$' THEN '' ELSE ${grant}.redirect_host END`

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
 * The query for the IDs of the connections that share the limit of 24 hours: those of apps that claim one name, wherever
 * they redirect to, so that neither another device nor a new connection raises it.
 * @param connection the expression for the ID of one of them; $1 is the account
 */
export function connectionsNamedAlike(connection = '$2'): string {
  return `SELECT other.id FROM oauth_grants own
    JOIN oauth_grants other ON other.account_id = own.account_id AND other.user_id = own.user_id
      AND (other.client_id = own.client_id OR other.client_name = own.client_name)
    WHERE own.account_id = $1 AND own.id = ${connection}`
}
