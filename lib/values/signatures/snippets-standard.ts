/** Checks of `webhook-signature` (Standard Webhooks): Base64 over id, time and body, with the decoded secret. */
export const STANDARD = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// Express: app.post('/webhooks', express.raw({ type: 'application/json' }), handler), then request.body.
export function isGenuine(rawBody, headers) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false @time
  const secret = Buffer.from(process.env.COUNTERFOIL_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64') @secret
  const hmac = createHmac('sha256', secret) @digest
  hmac.update(\`\${id}.\${timestamp}.\`) @message
  hmac.update(rawBody) @body
  const expected = Buffer.from(\`v1,\${hmac.digest('base64')}\`) @compare
  return headers['webhook-signature'].split(' ').some((signature) => {
    const received = Buffer.from(signature)
    return expected.length === received.length && timingSafeEqual(expected, received)
  })
}`,
  Python: `import base64
import hashlib
import hmac
import os
import time


# Flask: request.get_data(). Django: request.body. FastAPI: await request.body().
def is_genuine(raw_body: bytes, headers) -> bool:
    webhook_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300: @time
        return False
    secret = base64.b64decode(os.environ["COUNTERFOIL_WEBHOOK_SECRET"].removeprefix("whsec_")) @secret
    mac = hmac.new(secret, digestmod=hashlib.sha256) @digest
    mac.update(f"{webhook_id}.{timestamp}.".encode()) @message
    mac.update(raw_body) @body
    expected = "v1," + base64.b64encode(mac.digest()).decode() @compare
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)`,
  PHP: `<?php
function isGenuine(array $server): bool
{
    $rawBody = file_get_contents('php://input'); @body
    $id = $server['HTTP_WEBHOOK_ID'];
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'];
    if (abs(time() - (int) $timestamp) > 300) return false; @time
    $secret = base64_decode(preg_replace('/^whsec_/', '', getenv('COUNTERFOIL_WEBHOOK_SECRET'))); @secret
    $signed = "$id.$timestamp.$rawBody"; @message
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true)); @compare,digest
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE']) as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}`,
  Ruby: `require 'base64'
require 'openssl'

# Rails: request.raw_post. Rack and Sinatra: request.body.read.
def genuine?(raw_body, id, timestamp, signatures)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300 @time
  secret = Base64.decode64(ENV.fetch('COUNTERFOIL_WEBHOOK_SECRET').delete_prefix('whsec_')) @secret
  signed = "#{id}.#{timestamp}.#{raw_body}" @message,body
  digest = OpenSSL::HMAC.digest('SHA256', secret, signed) @digest
  expected = "v1,#{Base64.strict_encode64(digest)}" @compare
  signatures.split(' ').any? { |signature| OpenSSL.secure_compare(expected, signature) }
end`,
  Go: `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func Genuine(r *http.Request) ([]byte, bool) {
	rawBody, err := io.ReadAll(r.Body) @body
	if err != nil {
		return nil, false
	}
	id, timestamp := r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute { @time
		return nil, false
	}
	encoded := strings.TrimPrefix(os.Getenv("COUNTERFOIL_WEBHOOK_SECRET"), "whsec_")
	secret, err := base64.StdEncoding.DecodeString(encoded) @secret
	if err != nil {
		return nil, false
	}
	mac := hmac.New(sha256.New, secret) @digest
	mac.Write([]byte(id + "." + timestamp + "." + string(rawBody))) @message
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)) @compare
	for _, signature := range strings.Fields(r.Header.Get("webhook-signature")) {
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return rawBody, true
		}
	}
	return nil, false
}`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
    // Spring: @RequestBody byte[] rawBody, never an object.
    static boolean isGenuine(byte[] rawBody, String id, String timestamp, String signatures)
            throws GeneralSecurityException {
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false; @time
        String written = System.getenv("COUNTERFOIL_WEBHOOK_SECRET").replaceFirst("^whsec_", "");
        byte[] secret = Base64.getDecoder().decode(written); @secret
        Mac mac = Mac.getInstance("HmacSHA256"); @digest
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8)); @message
        byte[] digest = mac.doFinal(rawBody); @body
        String expected = "v1," + Base64.getEncoder().encodeToString(digest); @compare
        for (String signature : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected.getBytes(), signature.getBytes())) return true;
        }
        return false;
    }
}`,
  'C#': `using System.Security.Cryptography;
using System.Text;

static class Webhooks
{
    // ASP.NET: using var memory = new MemoryStream(); await Request.Body.CopyToAsync(memory); memory.ToArray()
    public static bool IsGenuine(byte[] rawBody, string id, string timestamp, string signatures)
    {
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > 300) return false; @time
        var written = Environment.GetEnvironmentVariable("COUNTERFOIL_WEBHOOK_SECRET")!.Replace("whsec_", "");
        var secret = Convert.FromBase64String(written); @secret
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. rawBody]; @message,body
        var digest = HMACSHA256.HashData(secret, signed); @digest
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest)); @compare
        return signatures.Split(' ').Any(signature =>
            CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature)));
    }
}`,
}
