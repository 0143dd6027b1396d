//! Which IP addresses are the public internet.

use std::net::IpAddr;
use std::sync::LazyLock;

use ipnet::IpNet;

/// Everything that is not the public internet, from IANA's special-purpose registries, and what hosting companies answer
/// their machines by. Ranges that carry an IPv4
/// address inside an IPv6 one (NAT64, 6to4, Teredo) are here as well: they would be a way around the IPv4 ones.
static SPECIAL: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        // Azure's own services for its machines, among public addresses.
        "168.63.129.16/32",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "::/96",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    ]
    .iter()
    .filter_map(|net| net.parse().ok())
    .collect()
});

/// Whether an address lies in the public internet.
pub fn is_public(ip: IpAddr) -> bool {
    // `::ffff:10.0.0.1` reaches what `10.0.0.1` reaches.
    let ip = ip.to_canonical();
    !SPECIAL.iter().any(|net| net.contains(&ip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_range_is_read() {
        assert_eq!(SPECIAL.len(), 29);
    }

    #[test]
    fn private_ranges_are_not_public_however_they_are_written() {
        for special in [
            "127.0.0.1",
            "10.1.2.3",
            "100.64.0.1",
            "168.63.129.16",
            "169.254.169.254",
            "172.31.255.255",
            "192.168.1.1",
            "0.0.0.0",
            "255.255.255.255",
            "::1",
            "::",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "fd00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(special.parse().expect(special)), "{special}");
        }
    }

    #[test]
    fn the_internet_is_public() {
        for public in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111"] {
            assert!(is_public(public.parse().expect(public)), "{public}");
        }
    }
}
