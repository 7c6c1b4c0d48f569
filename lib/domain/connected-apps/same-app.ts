/**
 * The IDs of all connections of an app for its user, also of those that have ended. They share the limit of 24 hours, so
 * neither another device nor a new connection raises it. An app that registers at each device is recognized by its name.
 * $1 is the account, $2 one of the connections.
 */
export const CONNECTIONS_OF_APP = `SELECT other.id FROM oauth_grants own
  JOIN oauth_grants other ON other.account_id = own.account_id AND other.user_id = own.user_id
    AND (other.client_id = own.client_id OR other.client_name = own.client_name)
  WHERE own.account_id = $1 AND own.id = $2`
