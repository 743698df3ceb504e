<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

return [
    'messages' => [
        'Pre-orders' => 'Vorbestellungen',
        'None yet' => 'Noch keines',
        'Kept. Leave this empty to keep it.' => 'Gespeichert. Lassen Sie dieses Feld leer, um es zu behalten.',
        'Address of your service' => 'Adresse Ihres Dienstes',
        'Public API key of your store' => 'Öffentlicher API-Schlüssel Ihres Shops',
        'The portal shows it. It is not a secret.' => 'Er steht im Portal. Er ist nicht geheim.',
        'Shared secret of your store' => 'Gemeinsames Geheimnis Ihres Shops',
        'Signed-in customers' => 'Angemeldete Kunden',
        'The e-mail addresses of my customers are verified' => 'Die E-Mail-Adressen meiner Kunden sind bestätigt',
        'Only then may signed-in customers see all their pre-orders. WooCommerce alone lets anyone register with the address of somebody else. Without it, everybody looks up one pre-order at a time.' => 'Nur dann sehen angemeldete Kunden alle ihre Vorbestellungen. WooCommerce allein lässt jeden mit der Adresse eines anderen ein Konto anlegen. Sonst sucht jeder eine Vorbestellung nach der anderen auf.',
    ],
];
