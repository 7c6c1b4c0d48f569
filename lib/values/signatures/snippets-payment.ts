/** Checks of the signature of a payment: hex of HMAC-SHA256 over order_id|payment_id, with the secret of the key. */
export const PAYMENT = {
  Node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// The order id is the one that you kept when you created the order, never one that the browser sends.
export function isPaid(orderId, paymentId, signature) {
  const secret = process.env.COUNTERFOIL_KEY_SECRET @secret
  const hmac = createHmac('sha256', secret) @digest
  hmac.update(\`\${orderId}|\${paymentId}\`) @message
  const expected = Buffer.from(hmac.digest('hex')) @compare
  const received = Buffer.from(signature)
  return expected.length === received.length && timingSafeEqual(expected, received)
}`,
  Python: `import hashlib
import hmac
import os


# The order id is the one that you kept when you created the order, never one that the browser sends.
def is_paid(order_id: str, payment_id: str, signature: str) -> bool:
    secret = os.environ["COUNTERFOIL_KEY_SECRET"].encode() @secret
    message = f"{order_id}|{payment_id}".encode() @message
    expected = hmac.new(secret, message, hashlib.sha256).hexdigest() @compare,digest
    return hmac.compare_digest(expected, signature)`,
  PHP: `<?php
// The order id is the one that you kept when you created the order, never one that the browser sends.
function isPaid(string $orderId, string $paymentId, string $signature): bool
{
    $secret = getenv('COUNTERFOIL_KEY_SECRET'); @secret
    $message = $orderId . '|' . $paymentId; @message
    $expected = hash_hmac('sha256', $message, $secret); @compare,digest
    return hash_equals($expected, $signature);
}`,
  Ruby: `require 'openssl'

# The order id is the one that you kept when you created the order, never one that the browser sends.
def paid?(order_id, payment_id, signature)
  secret = ENV.fetch('COUNTERFOIL_KEY_SECRET') @secret
  message = "#{order_id}|#{payment_id}" @message
  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, message) @compare,digest
  OpenSSL.secure_compare(expected, signature)
end`,
  Go: `package payments

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
)

// The order id is the one that you kept when you created the order, never one that the browser sends.
func Paid(orderID, paymentID, signature string) bool {
	secret := []byte(os.Getenv("COUNTERFOIL_KEY_SECRET")) @secret
	mac := hmac.New(sha256.New, secret) @digest
	mac.Write([]byte(orderID + "|" + paymentID)) @message
	expected := hex.EncodeToString(mac.Sum(nil)) @compare
	return hmac.Equal([]byte(expected), []byte(signature))
}`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Payments {
    // The order id is the one that you kept when you created the order, never one that the browser sends.
    static boolean isPaid(String orderId, String paymentId, String signature) throws GeneralSecurityException {
        byte[] secret = System.getenv("COUNTERFOIL_KEY_SECRET").getBytes(StandardCharsets.UTF_8); @secret
        Mac mac = Mac.getInstance("HmacSHA256"); @digest
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] digest = mac.doFinal((orderId + "|" + paymentId).getBytes(StandardCharsets.UTF_8)); @message
        byte[] expected = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.UTF_8); @compare
        return MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
}`,
  'C#': `using System.Security.Cryptography;
using System.Text;

static class Payments
{
    // The order id is the one that you kept when you created the order, never one that the browser sends.
    public static bool IsPaid(string orderId, string paymentId, string signature)
    {
        var secret = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("COUNTERFOIL_KEY_SECRET")!); @secret
        var digest = HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes($"{orderId}|{paymentId}")); @message,digest
        var expected = Encoding.UTF8.GetBytes(Convert.ToHexString(digest).ToLowerInvariant()); @compare
        return CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature));
    }
}`,
}
