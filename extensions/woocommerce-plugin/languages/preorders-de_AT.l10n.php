<?php

declare(strict_types=1);

defined('ABSPATH') || exit;

return require __DIR__ . '/preorders-de_DE.l10n.php';
