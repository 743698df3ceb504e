<?php

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('preorders_settings');
