//! The codes of VAT. Pennylane has no call for them: they are an enumeration of its reference.

use comptoir_plugin_sdk::accounting::VatCode;

/// Codes whose own name tells no rate, or not the one that is asked for: the customer is asked for no VAT.
const UNTAXED: &[&str] = &[
    "exempt",
    "extracom",
    "crossborder",
    "intracom_21",
    "intracom_55",
    "intracom_85",
    "intracom_100",
    "FR_85_construction",
    "FR_100_construction",
    "FR_200_construction",
];

/// Countries' codes: the country and the rate in tenths of a percent (`FR_55` is 5.5 %), or the rate itself with an underscore
/// for the point (`FR_1_05` is 1.05 %).
const RATES: &[&str] = &[
    "FR_200",
    "FR_100",
    "FR_55",
    "FR_21",
    "FR_85",
    "FR_09",
    "FR_1_05",
    "FR_1_75",
    "FR_40",
    "FR_50",
    "FR_60",
    "FR_65",
    "FR_92",
    "FR_130",
    "FR_15_385",
    "FR_160",
    "FR_196",
    "AD_10",
    "AD_45",
    "AD_95",
    "AT_100",
    "AT_130",
    "AT_200",
    "BE_60",
    "BE_120",
    "BE_210",
    "BG_90",
    "BG_200",
    "CH_25",
    "CH_26",
    "CH_37",
    "CH_38",
    "CH_77",
    "CH_81",
    "CY_50",
    "CY_90",
    "CY_190",
    "CZ_100",
    "CZ_120",
    "CZ_150",
    "CZ_210",
    "DE_70",
    "DE_190",
    "DK_250",
    "EE_90",
    "EE_200",
    "EE_220",
    "ES_40",
    "ES_100",
    "ES_210",
    "FI_100",
    "FI_140",
    "FI_240",
    "FI_255",
    "GB_50",
    "GB_200",
    "GR_60",
    "GR_130",
    "GR_240",
    "HR_50",
    "HR_130",
    "HR_250",
    "HU_50",
    "HU_180",
    "HU_270",
    "IE_48",
    "IE_90",
    "IE_135",
    "IE_210",
    "IE_230",
    "IT_40",
    "IT_50",
    "IT_100",
    "IT_220",
    "LT_50",
    "LT_90",
    "LT_210",
    "LU_30",
    "LU_70",
    "LU_80",
    "LU_130",
    "LU_140",
    "LU_160",
    "LU_170",
    "LV_50",
    "LV_120",
    "LV_210",
    "MC_09",
    "MC_21",
    "MC_55",
    "MC_85",
    "MC_100",
    "MC_200",
    "MT_50",
    "MT_70",
    "MT_180",
    "MU_150",
    "NL_90",
    "NL_210",
    "NO_120",
    "NO_150",
    "NO_250",
    "PL_50",
    "PL_80",
    "PL_230",
    "PT_60",
    "PT_130",
    "PT_230",
    "RO_50",
    "RO_90",
    "RO_190",
    "SE_60",
    "SE_120",
    "SE_250",
    "SI_50",
    "SI_95",
    "SI_220",
    "SK_100",
    "SK_200",
    "SK_230",
];

/// All that an invoice's line may have; `mixed` and `any` are Pennylane's own.
pub fn codes() -> Vec<VatCode> {
    let rates = RATES.iter().map(|code| VatCode {
        code: (*code).into(),
        percent: Some(percent(code)),
    });
    let untaxed = UNTAXED.iter().map(|code| VatCode {
        code: (*code).into(),
        percent: Some("0".into()),
    });
    rates.chain(untaxed).collect()
}

/// The rate that a country's code names.
fn percent(code: &str) -> String {
    let rate = code.split_once('_').map_or(code, |(_, rate)| rate);
    if let Some((whole, decimals)) = rate.split_once('_') {
        return format!("{whole}.{decimals}");
    }
    let tenths = rate.trim_start_matches('0');
    let (whole, tenth) = tenths.split_at(tenths.len().saturating_sub(1));
    let whole = if whole.is_empty() { "0" } else { whole };
    if tenth == "0" {
        whole.into()
    } else {
        format!("{whole}.{tenth}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_tell_their_rates_and_come_once() {
        let codes = codes();
        for (code, percent) in [
            ("FR_200", "20"),
            ("FR_55", "5.5"),
            ("FR_09", "0.9"),
            ("FR_1_05", "1.05"),
            ("FR_15_385", "15.385"),
            ("FI_255", "25.5"),
            ("AD_10", "1"),
            ("crossborder", "0"),
            ("FR_200_construction", "0"),
        ] {
            let found = codes.iter().find(|known| known.code == code);
            let actual = found.and_then(|code| code.percent.as_deref());
            assert_eq!(actual, Some(percent), "{code}");
        }
        let names: HashSet<&str> = codes.iter().map(|code| code.code.as_str()).collect();
        assert_eq!(names.len(), codes.len());
        assert!(!names.contains("any") && !names.contains("mixed"));
    }
}
