<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

/** Encodes bytes as base64url without padding. */
function preorders_base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/**
 * Makes the token that shows a customer their pre-orders: a JWT, signed with HS256. The key is the text of the secret as it is
 * shown, not decoded. It is valid for an hour from $now, in seconds since 1970.
 */
function preorders_status_token(string $email, string $secret, int $now): string
{
    $claims = json_encode(['email' => $email, 'iat' => $now], JSON_THROW_ON_ERROR);
    $input = preorders_base64url('{"alg":"HS256","typ":"JWT"}') . '.' . preorders_base64url($claims);
    return $input . '.' . preorders_base64url(hash_hmac('sha256', $input, $secret, true));
}

/**
 * Returns the token of the customer who is signed in, else an empty text. WooCommerce lets anyone register with any address, so
 * there is none unless the merchant says that addresses are verified, or a plugin that verifies them says so of this one.
 */
function preorders_token_of_customer(): string
{
    $secret = preorders_secret();
    $user = wp_get_current_user();
    if ($secret === '' || !$user->exists() || $user->user_email === '') {
        return '';
    }
    $verified = apply_filters('preorders_email_is_verified', preorders_setting('verified') === 'yes', $user);
    return $verified === true ? preorders_status_token($user->user_email, $secret, time()) : '';
}
