// The checkout of stores whose service completes addresses: the same, with another field for the street.
import './street.ts'; // before the checkout shows its first step
import '../checkout/main.tsx';
