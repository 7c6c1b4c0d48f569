const CALLBACK = 'http://127.0.0.1:8976/callback'

/**
 * The requests of the guide about authorization, in the order in which an app makes them. Values of responses are in
 * variables of the shell; authorization-samples.db.test.ts makes all of them, unchanged.
 */
export const AUTHORIZATION_SAMPLES = {
  'auth-discover': {
    language: 'curl',
    code: `curl BASE_URL/.well-known/oauth-protected-resource/mcp
curl BASE_URL/.well-known/oauth-authorization-server`,
  },
  'auth-register': {
    language: 'curl',
    code: `curl BASE_URL/register \\
  -H 'Content-Type: application/json' \\
  -d '{
    "client_name": "Ledger Sync",
    "redirect_uris": ["${CALLBACK}"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
    "scope": "read_only"
  }'`,
  },
  'auth-register-confidential': {
    language: 'curl',
    code: `curl BASE_URL/register \\
  -H 'Content-Type: application/json' \\
  -d '{
    "client_name": "Ledger Sync of the server",
    "redirect_uris": ["${CALLBACK}"],
    "grant_types": ["authorization_code", "refresh_token"],
    "token_endpoint_auth_method": "client_secret_basic"
  }'`,
  },
  'auth-registration': {
    language: 'curl',
    code: `curl "BASE_URL/register/$CLIENT_ID" -H "Authorization: Bearer $REGISTRATION_TOKEN"

curl -X PUT "BASE_URL/register/$CLIENT_ID" \\
  -H "Authorization: Bearer $REGISTRATION_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "client_name": "Ledger Sync 2",
    "redirect_uris": ["${CALLBACK}"],
    "grant_types": ["authorization_code", "refresh_token"],
    "token_endpoint_auth_method": "none",
    "scope": "read_only"
  }'`,
  },
  'auth-authorize': {
    language: 'sh',
    code: `VERIFIER=$(openssl rand -base64 48 | tr -d '=\\n' | tr '+/' '-_')
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr -d '=' | tr '+/' '-_')
STATE=$(openssl rand -hex 16)

echo "BASE_URL/authorize?response_type=code&client_id=$CLIENT_ID\\
&redirect_uri=${CALLBACK}&scope=read_only+orders:write&state=$STATE\\
&code_challenge=$CHALLENGE&code_challenge_method=S256&resource=BASE_URL/mcp"`,
  },
  'auth-push': {
    language: 'curl',
    code: `curl BASE_URL/par \\
  -d response_type=code \\
  -d client_id="$CLIENT_ID" \\
  -d redirect_uri=${CALLBACK} \\
  -d scope=read_only+orders:write \\
  -d state="$STATE" \\
  -d code_challenge="$CHALLENGE" \\
  -d code_challenge_method=S256`,
  },
  'auth-pushed': {
    language: 'sh',
    code: `echo "BASE_URL/authorize?client_id=$CLIENT_ID&request_uri=$REQUEST_URI"`,
  },
  'auth-token': {
    language: 'curl',
    code: `curl BASE_URL/token \\
  -d grant_type=authorization_code \\
  -d client_id="$CLIENT_ID" \\
  -d code="$CODE" \\
  -d redirect_uri=${CALLBACK} \\
  -d code_verifier="$VERIFIER"`,
  },
  'auth-token-confidential': {
    language: 'curl',
    code: `curl BASE_URL/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d redirect_uri=${CALLBACK} \\
  -d code_verifier="$VERIFIER"`,
  },
  'auth-refresh': {
    language: 'curl',
    code: `curl BASE_URL/token \\
  -d grant_type=refresh_token \\
  -d client_id="$CLIENT_ID" \\
  -d refresh_token="$REFRESH_TOKEN"`,
  },
  'auth-tools': {
    language: 'curl',
    code: `curl BASE_URL/mcp \\
  -H "Authorization: Bearer $COUNTERFOIL_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {
      "name": "create_order",
      "arguments": { "amount": 50000, "currency": "INR", "idempotency_key": "R-1" }
    }
  }'`,
  },
  'auth-rest': {
    language: 'curl',
    code: `curl BASE_URL/v1/orders \\
  -H "Authorization: Bearer $COUNTERFOIL_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: R-2' \\
  -d '{"amount":50000,"currency":"INR","receipt":"R-2"}'`,
  },
  'auth-introspect': {
    language: 'curl',
    code: `curl BASE_URL/introspect \\
  -d client_id="$CLIENT_ID" \\
  -d token="$COUNTERFOIL_TOKEN"`,
  },
  'auth-revoke': {
    language: 'curl',
    code: `curl BASE_URL/revoke \\
  -d client_id="$CLIENT_ID" \\
  -d token="$REFRESH_TOKEN"`,
  },
  'auth-unregister': {
    language: 'curl',
    code: `curl -X DELETE "BASE_URL/register/$CLIENT_ID" -H "Authorization: Bearer $REGISTRATION_TOKEN"`,
  },
} as const
