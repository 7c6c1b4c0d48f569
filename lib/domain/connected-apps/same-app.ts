/**
 * The query for the IDs of all connections of an app for its user, also of those that have ended. They share the limit of
 * 24 hours and what waits for approval, so neither another device nor a new connection raises it. An app that registers
 * at each device is recognized by its name.
 * @param connection the expression for the ID of one of them; $1 is the account
 */
export function connectionsOfApp(connection = '$2'): string {
  return `SELECT other.id FROM oauth_grants own
    JOIN oauth_grants other ON other.account_id = own.account_id AND other.user_id = own.user_id
      AND (other.client_id = own.client_id OR other.client_name = own.client_name)
    WHERE own.account_id = $1 AND own.id = ${connection}`
}
