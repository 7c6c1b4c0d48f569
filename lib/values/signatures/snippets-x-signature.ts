/** Checks of `X-Signature`: hex of HMAC-SHA256 over the body, with the secret as it is written. */
export const X_SIGNATURE = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// Express: app.post('/webhooks', express.raw({ type: 'application/json' }), handler), then request.body.
// Next: const rawBody = Buffer.from(await request.arrayBuffer())
export function isGenuine(rawBody, signature) {
  const secret = process.env.COUNTERFOIL_WEBHOOK_SECRET @secret
  const hmac = createHmac('sha256', secret) @digest
  hmac.update(rawBody) @body
  const expected = Buffer.from(hmac.digest('hex')) @compare
  const received = Buffer.from(signature ?? '') // of the X-Signature header @message
  return expected.length === received.length && timingSafeEqual(expected, received)
}`,
  Python: `import hashlib
import hmac
import os


# Flask: request.get_data(). Django: request.body. FastAPI: await request.body().
def is_genuine(raw_body: bytes, signature: str) -> bool:
    secret = os.environ["COUNTERFOIL_WEBHOOK_SECRET"].encode() @secret
    mac = hmac.new(secret, digestmod=hashlib.sha256) @digest
    mac.update(raw_body) @body
    expected = mac.hexdigest() @compare
    return hmac.compare_digest(expected, signature)  # of the X-Signature header @message`,
  PHP: `<?php
function isGenuine(string $signature): bool
{
    $rawBody = file_get_contents('php://input'); @body
    $secret = getenv('COUNTERFOIL_WEBHOOK_SECRET'); @secret
    $expected = hash_hmac('sha256', $rawBody, $secret); @digest,compare
    return hash_equals($expected, $signature); // of $_SERVER['HTTP_X_SIGNATURE'] @message
}`,
  Ruby: `require 'openssl'

# Rails: request.raw_post. Rack and Sinatra: request.body.read.
def genuine?(raw_body, signature)
  secret = ENV.fetch('COUNTERFOIL_WEBHOOK_SECRET') @secret
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, raw_body) @body,digest
  OpenSSL.secure_compare(expected, signature.to_s) # of the X-Signature header @compare,message
end`,
  Go: `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"
)

func Genuine(r *http.Request) ([]byte, bool) {
	rawBody, err := io.ReadAll(r.Body) @body
	if err != nil {
		return nil, false
	}
	secret := []byte(os.Getenv("COUNTERFOIL_WEBHOOK_SECRET")) @secret
	mac := hmac.New(sha256.New, secret) @digest
	mac.Write(rawBody) @message
	expected := hex.EncodeToString(mac.Sum(nil)) @compare
	return rawBody, hmac.Equal([]byte(expected), []byte(r.Header.Get("X-Signature")))
}`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
    // Spring: @RequestBody byte[] rawBody, never an object.
    static boolean isGenuine(byte[] rawBody, String signature) throws GeneralSecurityException {
        byte[] secret = System.getenv("COUNTERFOIL_WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8); @secret
        Mac mac = Mac.getInstance("HmacSHA256"); @digest
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] digest = mac.doFinal(rawBody); @body
        byte[] expected = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8); @compare
        // The X-Signature header. @message
        return MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
}`,
  'C#': `using System.Security.Cryptography;
using System.Text;

static class Webhooks
{
    // ASP.NET: using var memory = new MemoryStream(); await Request.Body.CopyToAsync(memory); memory.ToArray()
    public static bool IsGenuine(byte[] rawBody, string signature)
    {
        var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("COUNTERFOIL_WEBHOOK_SECRET")!); @secret
        var digest = HMACSHA256.HashData(secret, rawBody); @body,digest
        var expected = Encoding.UTF8.GetBytes(Convert.ToHexString(digest).ToLowerInvariant()); @compare
        var received = Encoding.UTF8.GetBytes(signature); // of the X-Signature header @message
        return CryptographicOperations.FixedTimeEquals(expected, received);
    }
}`,
}
